import type { ProjectionReport } from '../../../../server/core/contracts/projections.ts';
import { formatNumber, whenOf } from '../format.ts';

/** When it was last compared with the log, and when it last differed. */
export function Verified({ report: { verified, differed } }: { report: ProjectionReport }) {
  if (verified === null) return <p className="op-last-rebuild">Never verified</p>;
  const differs = verified.differences > 0;
  return (
    <p className="op-last-rebuild">
      Verified <time dateTime={verified.at}>{whenOf(verified.at)}</time>:{' '}
      {differs ? <strong className="op-amber">{differencesOf(verified)}</strong> : 'no difference'}
      {!differs && differed !== null && (
        <>
          , last differed <time dateTime={differed.at}>{whenOf(differed.at)}</time> ({differencesOf(differed)})
        </>
      )}
    </p>
  );
}

const differencesOf = ({ differences }: NonNullable<ProjectionReport['verified']>): string =>
  differences === 1 ? '1 difference' : `${formatNumber(differences)} differences`;
