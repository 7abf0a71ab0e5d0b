import { useQuery } from '@tanstack/react-query';
import Descriptions from 'antd/es/descriptions';
import Segmented from 'antd/es/segmented';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { AuditedEvent } from '../../../../server/core/contracts/audit.ts';
import type { StreamState } from '../../../../server/core/contracts/time-travel.ts';
import { Button, IconButton, LinkButton } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { FailureAlert, useFailure } from '../../../components/failure.tsx';
import { CloseIcon } from '../../../components/icons.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { formatNumber, fullTimeOf } from '../format.ts';
import { DownloadIcon, SealIcon } from '../icons.tsx';
import { JsonView } from '../json-view.tsx';
import { Panel } from '../panel.tsx';
import { Person } from '../person.tsx';
import { streamAddress } from '../stream/stream-address.ts';
import { saveProof } from '../verify/proof-form.tsx';
import { explanationQuery, metaText } from './api.ts';
import { CauseAndEffects } from './cause-and-effects.tsx';
import { shortStream } from './event-table.tsx';
import { eventsAddress } from './filters.ts';
import { sealedText } from './summary.ts';

export interface EventDetailProps {
  why: string;
  position: string;
  /** Whether it was chosen on this page, and not by its address: with a keyboard, one goes on in it. */
  isPressed: boolean;
  onChoose: (position: string) => void;
  onClose: () => void;
}

/** One event with its data and metadata, and what caused it and followed from it. */
export function EventDetail({ why, position, isPressed, onChoose, onClose }: EventDetailProps) {
  const explanation = useQuery(explanationQuery(why, position));
  const [failure, showFailure] = useFailure();
  const { data } = explanation;
  const detail = useRef<HTMLElement>(null);
  // Where there is no room beside the events, it is above them.
  useEffect(() => {
    if (detail.current && detail.current.getBoundingClientRect().top < 0) detail.current.scrollIntoView();
    if (isPressed && isFocusByKeyboard()) detail.current?.focus({ preventScroll: true });
  }, [isPressed]);
  const prove = () =>
    saveProof(position, why).then(
      () => showFailure(undefined),
      (error: unknown) => showFailure(failureText(error, 'Failed to make the proof')),
    );
  return (
    <aside ref={detail} className="op-column op-detail" aria-label={`Event ${position}`} tabIndex={-1}>
      <LoadFailure query={explanation} subject="The event">
        Failed to read event {formatNumber(position)}
      </LoadFailure>
      {explanation.isPending && (
        <Loading text="Loading...">
          <Skeleton height={260} radius={20} />
        </Loading>
      )}
      {data && (
        <>
          <EventCard event={data.event} onClose={onClose} />
          <Panel title="Cause and effects">
            <CauseAndEffects explanation={data} onChoose={onChoose} />
          </Panel>
          <FailureAlert failure={failure} />
          <div className="op-detail-actions">
            <LinkButton
              to={streamAddress(data.event.stream, data.event.position)}
              variant="secondary"
              className="op-plain"
            >
              Open the stream
            </LinkButton>
            <Button icon={<DownloadIcon size={18} />} onClick={() => void prove()}>
              Proof
            </Button>
          </div>
        </>
      )}
    </aside>
  );
}

/** Also if what had the focus is gone: an event was chosen in the details of another one. */
const isFocusByKeyboard = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches(':focus-visible') === true;

function EventCard({ event, onClose }: { event: AuditedEvent; onClose: () => void }) {
  const [shown, setShown] = useState<'Data' | 'Metadata'>('Data');
  return (
    <Card className="op-panel">
      <div className="op-detail-head">
        <div>
          <h2 className="op-card-title">{event.type}</h2>
          <p className="op-panel-note">{fullTimeOf(metaText(event, 'at'))}</p>
        </div>
        <IconButton label="Close the event" icon={<CloseIcon size={18} />} onClick={onClose} />
      </div>
      <EventFacts event={event} />
      <Segmented
        aria-label="Part of the event"
        options={['Data', 'Metadata']}
        value={shown}
        onChange={setShown}
        size="small"
      />
      <JsonView label={shown} value={shown === 'Data' ? event.data : event.meta} />
    </Card>
  );
}

export interface EventFactsProps {
  event: AuditedEvent;
  /** The first checkpoint that covers it, null before it is sealed; undefined: not shown. */
  sealed?: StreamState['sealed'] | undefined;
}

export function EventFacts({ event, sealed }: EventFactsProps) {
  const correlation = metaText(event, 'correlationId');
  const command = metaText(event, 'commandId');
  const actor = metaText(event, 'actor');
  return (
    <Descriptions
      className="op-facts"
      column={1}
      size="small"
      colon={false}
      items={[
        {
          key: 'position',
          label: 'Position',
          children: `${formatNumber(event.position)}, revision ${formatNumber(event.revision)}`,
        },
        {
          key: 'stream',
          label: 'Stream',
          children: (
            <Link to={streamAddress(event.stream, event.position)} title={event.stream}>
              <code>{shortStream(event.stream)}</code>
            </Link>
          ),
        },
        {
          key: 'by',
          label: 'By',
          children: (
            <Link to={eventsAddress({ actor })} title="All events of this person">
              <Person uid={actor} />
            </Link>
          ),
        },
        ...(correlation === ''
          ? []
          : [
              {
                key: 'request',
                label: 'Request',
                children: (
                  <Link to={eventsAddress({ correlation })}>
                    <code>{correlation}</code>
                  </Link>
                ),
              },
            ]),
        ...(command === ''
          ? []
          : [
              {
                key: 'command',
                label: 'Command',
                children: (
                  <Link to={eventsAddress({ command })}>
                    <code>{command}</code>
                  </Link>
                ),
              },
            ]),
        ...(sealed === undefined ? [] : [{ key: 'sealed', label: 'Sealed', children: <Sealed sealed={sealed} /> }]),
      ]}
    />
  );
}

function Sealed({ sealed }: { sealed: StreamState['sealed'] }) {
  if (!sealed) return 'Not yet';
  return (
    <Link to="/operator/verify" className="op-sealed">
      <SealIcon size={16} /> {sealedText(sealed)}
    </Link>
  );
}
