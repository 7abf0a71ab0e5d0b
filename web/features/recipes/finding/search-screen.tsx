import { useInfiniteQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useOptimistic, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { MoreResults } from '../../../components/more-results.tsx';
import { PageTitle } from '../../../components/page-title.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { useGo } from '../../../lib/use-go.ts';
import { useReader } from '../../../lib/use-reader.ts';
import { ChosenFilters, chosenIn } from './chosen-filters.tsx';
import { CopyLink } from './copy-link.tsx';
import { Filters } from './filters.tsx';
import { FiltersSheet } from './filters-sheet.tsx';
import { type Finding, findingIn, queryOf, withoutFilters } from './finding.ts';
import { FilterIcon } from './finding-icons.tsx';
import { foundRecipesQuery } from './found-recipes.ts';
import { NothingFound } from './nothing-found.tsx';
import { Results, ResultsSkeleton } from './results.tsx';
import styles from './search-screen.module.css';
import { SortMenu } from './sort-menu.tsx';
import { summaryOf, titleOf } from './texts.ts';

/** A page of results: recipes that match words and filters. Its address is its state. */
export function SearchScreen() {
  const [address, setAddress] = useSearchParams();
  // The router changes the address in a transition. Until then, a pressed control would look as before.
  const [query, setQuery] = useOptimistic(address.toString());
  const { reader } = useReader();
  const go = useGo();
  const asked = findingIn(new URLSearchParams(query));
  // Of a shared address, a visitor sees the rest.
  const finding = reader === null ? { ...asked, liked: false } : asked;
  const found = useInfiniteQuery(foundRecipesQuery(finding, reader));
  const [first] = found.data?.pages ?? [];
  const words = address.get('q');
  const isNewSearch = useNavigationType() === 'PUSH';
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are another search.
  useEffect(() => {
    // The layout does so for a new path only.
    if (isNewSearch) window.scrollTo(0, 0);
  }, [words, isNewSearch]);
  // The address of the question what can be cooked, without an answer yet.
  const [asksForAtHand] = useState(address.get('atHand') === '');
  const [isSheetOpen, setIsSheetOpen] = useState(asksForAtHand && matchMedia('(max-width: 767.98px)').matches);
  // Back leads to where the search was opened, whatever was filtered meanwhile.
  const change = (changes: Partial<Finding>) => {
    const next = queryOf({ ...finding, ...changes });
    startTransition(() => {
      setQuery(next.toString());
      setAddress(next, { replace: true });
    });
  };
  /** A visitor logs in first, and comes back to what they asked for. */
  const changeLiked = (liked: boolean) => {
    if (reader !== null) change({ liked });
    else
      go('/login', {
        state: { from: `/search?${queryOf({ ...finding, liked })}`, purpose: 'find the recipes that you like' },
      });
  };
  const clear = () => change(withoutFilters(finding.q));
  const title = titleOf(finding, asksForAtHand);
  const chosen = chosenIn(finding, first?.authors ?? []);
  const clearIfAny = chosen.length > 0 || finding.atHand.length > 0 ? clear : undefined;
  const filters = (
    <Filters
      {...{ finding, found: first, asksForAtHand }}
      onChange={change}
      onLiked={changeLiked}
      onClear={clearIfAny}
    />
  );

  return (
    <div className={styles.page}>
      <PageTitle title={title}>
        <SortMenu finding={finding} onChange={(sort) => change({ sort })} />
      </PageTitle>
      <p role="status" className={styles.summary}>
        {first && summaryOf(first)}
      </p>
      <div className={styles.columns}>
        <Card as="section" className={styles.filters} aria-label="Filters">
          {filters}
        </Card>
        <div className={styles.found}>
          <div className={styles.tools}>
            <Button className={styles.opener} icon={<FilterIcon size={18} />} onClick={() => setIsSheetOpen(true)}>
              Filters
              {chosen.length > 0 && <span className={styles.number}>{chosen.length}</span>}
            </Button>
            <ChosenFilters chosen={chosen} onChange={change} />
            <CopyLink title={title} />
          </div>
          <LoadFailure query={found} subject="Finding recipes" className={styles.alert}>
            {failureText(found.error, 'Failed to search recipes')}
          </LoadFailure>
          {found.isPending && <ResultsSkeleton />}
          {first?.total === 0 && (
            <NothingFound finding={finding} found={first} onChange={change} onClear={clearIfAny} />
          )}
          <Results pages={found.data?.pages ?? []} isStale={found.isPlaceholderData} />
          {found.hasNextPage && <MoreResults query={found}>Failed to search recipes</MoreResults>}
        </div>
      </div>
      {isSheetOpen && (
        <FiltersSheet found={first} onClose={() => setIsSheetOpen(false)} onClear={clearIfAny}>
          {filters}
        </FiltersSheet>
      )}
    </div>
  );
}
