import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { Mention } from '../../server/core/contracts/community.ts';
import type { FoundLink } from '../lib/find-links.ts';
import { personPath } from '../lib/person-path.ts';
import { createStore } from '../lib/store.ts';
import { tagPath } from '../lib/tag-path.ts';
import { type TextPart, textParts } from '../lib/text-parts.ts';
import styles from './linked-text.module.css';

type FindLinks = (text: string) => FoundLink[];

/** Undefined until a text needs it. */
const linkFinder = createStore<FindLinks | undefined>(undefined);
const mayHaveLink = /https?:\/\/|www\./i;

async function loadLinkFinder(): Promise<void> {
  const { findLinks } = await import('../lib/find-links.ts');
  linkFinder.set(findLinks);
}

export interface LinkedTextProps {
  text: string;
  mentions: readonly Mention[] | undefined;
  /** Whether the text goes on. */
  isCut?: boolean;
}

/** A text whose addresses, hashtags and mentions are links. Addresses are plain text until the code that finds them is loaded. */
export function LinkedText({ text, mentions, isCut = false }: LinkedTextProps) {
  const needsFinder = mayHaveLink.test(text);
  const findLinks = linkFinder.use();
  useEffect(() => {
    if (needsFinder && linkFinder.get() === undefined) loadLinkFinder().catch(() => undefined);
  }, [needsFinder]);
  const links = needsFinder ? findLinks?.(text) : undefined;
  return textParts({ text, mentions, links, isCut }).map((part) => <Part key={part.start} part={part} />);
}

function Part({ part }: { part: TextPart }) {
  switch (part.kind) {
    case 'plain':
      return part.text;
    case 'link':
      return (
        <a className={styles.address} href={part.url} target="_blank" rel="nofollow ugc noopener noreferrer">
          {part.text}
        </a>
      );
    case 'tag':
      return (
        <Link className={styles.mark} to={tagPath(part.tag)}>
          {part.text}
        </Link>
      );
    case 'person':
      return (
        <Link className={styles.mark} to={personPath(part.uid)}>
          {part.text}
        </Link>
      );
  }
}
