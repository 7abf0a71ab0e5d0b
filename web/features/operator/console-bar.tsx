import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { NavLink, useLocation } from 'react-router-dom';
import { classNames } from '../../components/class-names.ts';
import { formatNumber } from './format.ts';
import { overviewQuery } from './overview/overview-query.ts';

const pages = [
  { to: '/operator', label: 'Overview', end: true },
  { to: '/operator/events', label: 'Events', end: false },
  { to: '/operator/streams', label: 'Streams', end: false },
  { to: '/operator/projections', label: 'Projections', end: false },
  { to: '/operator/verify', label: 'Verify', end: false },
  { to: '/operator/staff', label: 'Staff', end: false },
];

/**
 * The links of the console and the end of the log, in the product's top bar. What else is there, apart from the logo and the
 * profile menu, is hidden while the console is open.
 */
export function ConsoleBar() {
  const [bar, setBar] = useState<Element | null>(null);
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.classList.add('op-open');
    setBar(document.querySelector('header > div'));
    return () => root.classList.remove('op-open');
  }, []);
  return bar && createPortal(<BarContent />, bar);
}

function BarContent() {
  const { pathname } = useLocation();
  const links = useRef<HTMLElement>(null);
  // On a phone, the links scroll sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect finds the current link in the page after each change of the path
  useEffect(() => {
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <>
      <p className="op-bar-title">Operator console</p>
      <nav ref={links} aria-label="Console" className="op-bar-links">
        {pages.map(({ to, label, end }) => (
          <NavLink key={to} to={to} end={end} className="op-bar-link">
            {label}
          </NavLink>
        ))}
      </nav>
      <LogEnd />
    </>
  );
}

function LogEnd() {
  const { data, isError } = useQuery(overviewQuery());
  return (
    <p className="op-bar-end" role="status">
      <span className={classNames('op-pill', isError ? 'op-pill-off' : 'op-pill-teal')}>
        <span className="op-dot" aria-hidden="true" />
        {isError ? 'Offline' : 'Live'}
      </span>
      {data?.head != null && <span className="op-bar-position">position {formatNumber(data.head)}</span>}
    </p>
  );
}
