import type { QueryKey } from '@tanstack/react-query';

/** The query key of a document as one string. */
export const documentName = (document: readonly string[]): string => document.join(' ');

/** Whether a document is one of those whose query keys begin with `queryKey`. */
export const isUnder = (queryKey: readonly string[], document: readonly string[]): boolean =>
  queryKey.every((part, index) => part === document[index]);

/** Query keys of documents, and the ids in them. The prefix `queryKey` determines the type of the ids. */
export const documentKeys = <Id extends readonly string[]>(queryKey: readonly string[]) => ({
  keyOf: (id: Id): readonly string[] => [...queryKey, ...id],
  idOf(key: QueryKey): Id {
    const id: QueryKey = key.slice(queryKey.length);
    return id as Id;
  },
});

/** The key of a document determines the type of its changes. */
export const changeOf = <Change>({ change }: { readonly change: unknown }): Change => change as Change;
