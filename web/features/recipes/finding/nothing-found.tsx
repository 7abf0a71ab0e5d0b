import type { FoundRecipes, Loosenable } from '../../../../server/core/contracts/finding.ts';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { type Finding, withoutFilters } from './finding.ts';
import styles from './search-screen.module.css';
import { upTo } from './texts.ts';

export interface NothingFoundProps {
  finding: Finding;
  found: FoundRecipes;
  onChange: (changes: Partial<Finding>) => void;
  /** Undefined without filters. */
  onClear: (() => void) | undefined;
}

const maxWays = 3;

/** Says which condition to do without, and what that would bring. */
export function NothingFound({ finding, found: { without }, onChange, onClear }: NothingFoundProps) {
  if (without.length === 0 && onClear) {
    return (
      <EmptyState
        title="No recipes found"
        text="Try it without the filters."
        action={<Button onClick={onClear}>Clear the filters</Button>}
      />
    );
  }
  if (without.length === 0) {
    return (
      <EmptyState
        title="No recipes found"
        text={finding.q === '' ? 'Nobody has shared one yet.' : 'Try other words, or fewer.'}
        action={<Button onClick={() => onChange(withoutFilters(''))}>Show all recipes</Button>}
      />
    );
  }
  return (
    <EmptyState
      title="No recipe meets all of that"
      text="These are found without one of the conditions:"
      action={
        <div className={styles.ways}>
          {without.slice(0, maxWays).map(({ condition, count }) => (
            <Button key={condition} onClick={() => onChange(removal(condition))}>
              {`Without ${nameOf(condition, finding)}: ${formatCount(count, 'recipe')}`}
            </Button>
          ))}
        </div>
      }
    />
  );
}

function removal(condition: Loosenable): Partial<Finding> {
  switch (condition) {
    case 'text':
      return { q: '' };
    case 'cuisines':
      return { cuisine: [] };
    case 'authors':
      return { author: [] };
    case 'difficulty':
      return { difficulty: undefined };
    case 'maxMinutes':
      return { maxMinutes: undefined };
    case 'liked':
      return { liked: false };
    case 'onlyCookable':
      return { onlyCookable: false };
  }
}

function nameOf(condition: Loosenable, { q, cuisine, author, difficulty, maxMinutes = 0 }: Finding): string {
  switch (condition) {
    case 'text':
      return `“${q}”`;
    case 'cuisines':
      return cuisine.join(' or ');
    case 'authors':
      return author.length === 1 ? 'the author' : 'the authors';
    case 'difficulty':
      return `“${difficulty}”`;
    case 'maxMinutes':
      return `“${upTo(maxMinutes)}”`;
    case 'liked':
      return '“Liked by me”';
    case 'onlyCookable':
      return '“Only what I can cook”';
  }
}
