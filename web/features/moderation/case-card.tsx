import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ModerationCase } from '../../../server/core/contracts/moderation.ts';
import { truncate } from '../../../server/core/contracts/truncate.ts';
import { Card } from '../../components/card.tsx';
import { Chip } from '../../components/chip.tsx';
import { Picture } from '../../components/picture.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { personPath } from '../../lib/person-path.ts';
import { type Choice, Decisions } from './decisions.tsx';
import styles from './queue.module.css';
import { decisionText, kindNames, reasonNames, timeText, untilText } from './texts.ts';

/** More is folded at first, in characters. */
const foldedLength = 400;

/** A thing with its reports, its author's history and what can be decided. */
export function CaseCard({ shown }: { shown: ModerationCase }) {
  const { kind, title, text, path, imageUrl, author, reports, reportCount, decided, appeal, isOwn } = shown;
  const { authorSuspension, authorHistory, isPrivate } = shown;
  const isOfAuthor = kind === 'person' || kind === 'works';
  return (
    <Card as="li" className={styles.case}>
      <div className={styles.chips}>
        <Chip>{kindNames[kind]}</Chip>
        {reportCount > 0 && <Chip tone="coral">{formatCount(reportCount, 'report')}</Chip>}
        {decided && <Chip>{kind === 'person' ? 'Suspended' : 'Hidden'}</Chip>}
        {path === null && <Chip>{isPrivate ? 'Made private by its author' : 'Removed by its author'}</Chip>}
      </div>
      <div className={styles.thing}>
        {imageUrl !== undefined && <Picture recipe={{ imageUrl }} sizes="96px" className={styles.picture} />}
        <div className={styles.words}>
          <h2 className={styles.title} dir="auto">
            {path === null || (decided && !isOfAuthor) ? title : <Link to={path}>{title}</Link>}
          </h2>
          <p className={styles.meta}>
            By <Link to={personPath(author.uid)}>{author.name}</Link>
            {authorSuspension && `, suspended ${untilText(authorSuspension.until)}`}
          </p>
          <FoldedText text={text} />
        </div>
      </div>
      {decided && (
        <p className={styles.note} dir="auto">
          <strong>{kind === 'person' ? `Suspended ${untilText(decided.until ?? null)}` : 'Hidden'}:</strong>{' '}
          {decided.reason}
        </p>
      )}
      {appeal && (
        <p className={styles.appeal} dir="auto">
          <strong>{author.name} appeals:</strong> {appeal.text}
        </p>
      )}
      {reports.length > 0 && (
        <ul className={styles.reports} aria-label="Reports">
          {reports.map(({ reason, text: written, by, at }) => (
            <li key={by.uid} className={styles.report}>
              <p dir="auto">
                <strong>{reasonNames[reason]}</strong>
                {written && `: ${written}`}
              </p>
              <p className={styles.meta}>
                {by.name}, <time dateTime={at}>{timeText(at)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
      {authorHistory.length > 0 && (
        <details className={styles.history}>
          <summary>Decisions about {author.name}</summary>
          <ul>
            {authorHistory.map((decision) => (
              <li key={`${decision.caseId} ${decision.at}`} className={styles.meta} dir="auto">
                {decision.by.name} {decisionText(decision)}: {decision.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {isOwn ? (
        <p className={styles.meta}>This is about you: another moderator has to decide.</p>
      ) : (
        <Decisions choices={choicesFor(shown)} />
      )}
    </Card>
  );
}

function choicesFor({
  caseId,
  kind,
  path,
  reportCount,
  decided,
  appeal,
  author,
  authorSuspension,
  isAuthorHidden,
}: ModerationCase): Choice[] {
  const isPerson = kind === 'person';
  const isThing = !isPerson && kind !== 'works';
  const personCase = `person:${author.uid}`;
  const worksCase = `works:${author.uid}`;
  const choices: (Choice | false)[] = [
    isThing && !decided && path !== null && { label: 'Hide', caseId, decision: 'hide' },
    isThing && decided !== null && { label: 'Restore', caseId, decision: 'restore' },
    reportCount > 0 && { label: 'Dismiss', caseId, decision: 'dismiss' },
    appeal?.rejected === null && { label: 'Reject appeal', caseId, decision: 'rejectAppeal' },
    authorSuspension
      ? { label: 'Lift suspension', caseId: personCase, decision: 'lift' }
      : { label: isPerson ? 'Suspend' : 'Suspend author', caseId: personCase, decision: 'suspend' },
    isAuthorHidden
      ? { label: 'Restore all they wrote', caseId: worksCase, decision: 'restore' }
      : { label: 'Hide all they wrote', caseId: worksCase, decision: 'hide' },
  ];
  return choices.filter((choice) => choice !== false);
}

function FoldedText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  if (text === '') return null;
  const isFolded = !isWhole && text.length > foldedLength;
  return (
    <>
      <p className={styles.text} dir="auto">
        {isFolded ? truncate(text, foldedLength) : text}
      </p>
      {isFolded && (
        <button type="button" className={styles.more} onClick={() => setIsWhole(true)}>
          Show more
        </button>
      )}
    </>
  );
}
