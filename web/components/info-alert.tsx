import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';

export interface InfoAlertProps {
  children: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
}

export function InfoAlert(props: InfoAlertProps) {
  return <Alert kind="info" {...props} />;
}
