import Timeline from 'antd/es/timeline';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { AuditedEvent } from '../../../../server/core/contracts/audit.ts';
import type { Explanation } from '../../../../server/core/contracts/time-travel.ts';
import { formatNumber } from '../format.ts';
import { CommandIcon, EventIcon, MessageIcon, ReadModelIcon, RequestIcon, SealIcon } from '../icons.tsx';
import { metaText } from './api.ts';
import { eventsAddress } from './filters.ts';
import { sealedText, summaryOf } from './summary.ts';

export interface CauseAndEffectsProps {
  explanation: Explanation;
  onChoose: (position: string) => void;
}

/** Of the other events, how many on each side of the chosen one. A paste can add hundreds of items by one request. */
const maxShown = 4;

/** From the request to the read models, in the order of time. */
export function CauseAndEffects({ explanation, onChoose }: CauseAndEffectsProps) {
  const { event, ofCommand, ofRequest, readModels, documents, messages, problem, sealed } = explanation;
  const correlation = metaText(event, 'correlationId');
  const command = metaText(event, 'commandId');
  const others = [...ofCommand, ...ofRequest].sort((a, b) => (BigInt(a.position) < BigInt(b.position) ? -1 : 1));
  const [isWhole, setWhole] = useState(false);
  const [before, after] = [
    others.filter(({ position }) => BigInt(position) < BigInt(event.position)),
    others.filter(({ position }) => BigInt(position) > BigInt(event.position)),
  ];
  const shownBefore = isWhole ? before : before.slice(-maxShown);
  const shownAfter = isWhole ? after : after.slice(0, maxShown);
  const other = (each: AuditedEvent) => ({
    key: each.position,
    icon: <StepIcon of={EventIcon} />,
    content: (
      <Step
        title={<OtherEvent event={each} onChoose={onChoose} />}
        time={metaText(each, 'at')}
        start={metaText(event, 'at')}
      >
        {summaryOf(each.data) || `Position ${formatNumber(each.position)}`}
      </Step>
    ),
  });
  const more = (which: 'earlier' | 'later', count: number) =>
    count === 0
      ? []
      : [
          {
            key: which,
            icon: <StepIcon of={EventIcon} />,
            content: (
              <button type="button" className="op-link" onClick={() => setWhole(true)}>
                Show {formatNumber(count)} {which} {count === 1 ? 'event' : 'events'}
              </button>
            ),
          },
        ];
  const items = [
    ...(correlation === ''
      ? []
      : [
          {
            key: 'request',
            icon: <StepIcon of={RequestIcon} />,
            content: (
              <Step title={<Link to={eventsAddress({ correlation })}>Request</Link>}>
                <code>{correlation}</code>
              </Step>
            ),
          },
        ]),
    ...(command === ''
      ? []
      : [
          {
            key: 'command',
            icon: <StepIcon of={CommandIcon} />,
            content: (
              <Step title={<Link to={eventsAddress({ command })}>Command</Link>}>
                <code>{command}</code>
              </Step>
            ),
          },
        ]),
    ...more('earlier', before.length - shownBefore.length),
    ...shownBefore.map(other),
    {
      key: event.position,
      icon: <StepIcon of={EventIcon} isThis />,
      content: (
        <Step title={<span className="op-teal">{event.type}</span>}>
          This event, position {formatNumber(event.position)}
        </Step>
      ),
    },
    ...shownAfter.map(other),
    ...more('later', after.length - shownAfter.length),
    {
      key: 'models',
      icon: <StepIcon of={ReadModelIcon} />,
      content: (
        <Step title={readModels.length === 0 ? 'No read model' : readModels.join(', ').replaceAll('@', ' v')}>
          {problem !== undefined && <span className="op-bad">{problem}</span>}
          {problem === undefined && documents.length === 0 && 'No document of its stream has changed'}
          <Documents documents={documents} />
        </Step>
      ),
    },
    ...(problem === undefined
      ? [
          {
            key: 'messages',
            icon: <StepIcon of={MessageIcon} />,
            content: (
              <Step title={messages.length === 0 ? 'No message' : 'Messages'}>
                {messages.length === 0 ? 'No browser was told' : <Messages messages={messages} />}
              </Step>
            ),
          },
        ]
      : []),
    {
      key: 'sealed',
      icon: <StepIcon of={SealIcon} />,
      content: <Step title={sealed ? 'Sealed' : 'Not sealed yet'}>{sealed && sealedText(sealed)}</Step>,
    },
  ];
  return <Timeline className="op-timeline" items={items} />;
}

function StepIcon({ of: Icon, isThis = false }: { of: typeof EventIcon; isThis?: boolean }) {
  return (
    <span className={isThis ? 'op-step-icon op-step-this' : 'op-step-icon'}>
      <Icon size={14} />
    </span>
  );
}

function Documents({ documents }: { documents: readonly string[] }) {
  return documents.map((document) => (
    <code key={document} className="op-block">
      {document}
    </code>
  ));
}

function Messages({ messages }: { messages: Explanation['messages'] }) {
  return messages.map(({ kind, to }) => (
    <code key={`${kind} ${to}`} className="op-block">
      {kind} to {to}
    </code>
  ));
}

function OtherEvent({ event, onChoose }: { event: AuditedEvent; onChoose: (position: string) => void }) {
  return (
    <button type="button" className="op-link" onClick={() => onChoose(event.position)}>
      {event.type}
    </button>
  );
}

function Step({
  title,
  time,
  start,
  children,
}: {
  title: ReactNode;
  time?: string;
  start?: string;
  children: ReactNode;
}) {
  const ms = time && start ? Date.parse(time) - Date.parse(start) : undefined;
  return (
    <div className="op-step">
      <strong>{title}</strong>
      {ms !== undefined && <span className="op-muted">{ms < 0 ? `−${-ms}` : `+${ms}`} ms</span>}
      <span className="op-step-text">{children}</span>
    </div>
  );
}
