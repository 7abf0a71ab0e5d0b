import { PageHead } from '../page-head.tsx';
import { ReasonGate } from '../reason.tsx';
import { EventSearch } from './event-search.tsx';

/** Which facts were recorded: by stream, person, kind and time, and as they come. */
export function EventsPage() {
  return (
    <ReasonGate what="events" head={<PageHead title="Events" />}>
      {(why) => <EventSearch why={why} />}
    </ReasonGate>
  );
}
