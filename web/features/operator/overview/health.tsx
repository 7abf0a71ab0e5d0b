import type { Overview } from '../../../../server/core/contracts/overview.ts';
import { ErrorIcon, SuccessIcon } from '../../../components/icons.tsx';
import { agoOf, clockOf, formatNumber } from '../format.ts';
import { Panel } from '../panel.tsx';
import { detailText, partTitle, reasonText } from './health-text.ts';

/** Whether each part that the process needs is ready. */
export function HealthPanel({ overview: { at, parts, lastSeal } }: { overview: Overview }) {
  return (
    <Panel title="Health" aside={<span>checked {clockOf(at)}</span>}>
      <ul className="op-health">
        {parts.map(({ name, ready, reason, detail }) => (
          <li key={name}>
            <span className={ready ? 'op-good' : 'op-bad'}>
              {ready ? <SuccessIcon size={18} /> : <ErrorIcon size={18} />}
            </span>
            <strong>{partTitle(name)}</strong>
            <span>{ready || reason === undefined ? detailText(detail) : reasonText(reason)}</span>
          </li>
        ))}
        {lastSeal && (
          <li>
            <span className="op-good">
              <SuccessIcon size={18} />
            </span>
            <strong>Seals</strong>
            <span>
              {formatNumber(lastSeal.size)} events, {agoOf(lastSeal.at, Date.parse(at))}
            </span>
          </li>
        )}
      </ul>
    </Panel>
  );
}
