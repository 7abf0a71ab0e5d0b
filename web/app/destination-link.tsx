import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type Destination, leadsTo } from './navigation.ts';
import { loadAhead } from './screens.ts';

export interface DestinationLinkProps {
  destination: Destination;
  className: string | undefined;
  children: ReactNode;
}

/** Says by `aria-current` that this is where one is. */
export function DestinationLink({ destination, className, children }: DestinationLinkProps) {
  const here = leadsTo(destination, useLocation().pathname);
  const { to } = destination;
  return (
    <Link to={to} {...loadAhead(to)} aria-current={here ? 'page' : undefined} className={className}>
      {children}
    </Link>
  );
}
