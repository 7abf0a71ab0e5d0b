import { useParams } from 'react-router-dom';
import { kindTitle, streamParts } from '../format.ts';
import { PageHead } from '../page-head.tsx';
import { ReasonGate } from '../reason.tsx';
import { StreamHistory } from './stream-history.tsx';

/** What a stream looked like at any time, and what changed it. */
export function StreamPage() {
  const { stream = '' } = useParams();
  const title = kindTitle(streamParts(stream).kind);
  return (
    <ReasonGate
      what="history"
      head={
        <PageHead title={title}>
          <code className="op-muted">{stream}</code>
        </PageHead>
      }
    >
      {(why) => <StreamHistory key={stream} why={why} stream={stream} title={title} />}
    </ReasonGate>
  );
}
