import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type Destination, includesPath } from './navigation.ts';
import { preloadScreen } from './screens.ts';

export interface DestinationLinkProps {
  destination: Destination;
  className: string | undefined;
  children: ReactNode;
}

/** Marks the current destination with `aria-current`. */
export function DestinationLink({ destination, className, children }: DestinationLinkProps) {
  const isCurrent = includesPath(destination, useLocation().pathname);
  const { to } = destination;
  return (
    <Link to={to} {...preloadScreen(to)} aria-current={isCurrent ? 'page' : undefined} className={className}>
      {children}
    </Link>
  );
}
