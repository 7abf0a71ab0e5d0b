import type { Overview } from '../../../../server/core/contracts/overview.ts';
import { ErrorIcon, SuccessIcon } from '../../../components/icons.tsx';
import { clockOf } from '../format.ts';
import { Panel } from '../panel.tsx';
import { detailText, partTitle } from './health-text.ts';

/** Whether each part that the process needs is ready. */
export function HealthPanel({ overview: { at, parts } }: { overview: Overview }) {
  return (
    <Panel title="Health" aside={<span>checked {clockOf(at)}</span>}>
      <ul className="op-health">
        {parts.map(({ name, ready, reason, detail }) => (
          <li key={name}>
            <span className={ready ? 'op-good' : 'op-bad'}>
              {ready ? <SuccessIcon size={18} /> : <ErrorIcon size={18} />}
            </span>
            <strong>{partTitle(name)}</strong>
            <span>{ready ? detailText(detail) : (reason ?? 'not ready')}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
