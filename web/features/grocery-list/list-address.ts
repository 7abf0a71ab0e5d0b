/** The address of a list besides the main one, as the query of `/grocery-list`: a reload or a link opens the same list. */
export interface ListAddress {
  /** The household that owns it; null for the user. */
  readonly household: string | null;
  /** Null: the main list, which needs no address of its own. */
  readonly list: string | null;
}

const id = /^[\da-f-]{36}$/i;

export function parseAddress(search: string): ListAddress {
  const parameters = new URLSearchParams(search);
  const read = (name: keyof ListAddress): string | null => {
    const value = parameters.get(name);
    return value !== null && id.test(value) ? value : null;
  };
  return { household: read('household'), list: read('list') };
}

/** @param search a query whose other parameters are kept */
export function formatAddress({ household, list }: ListAddress, search = ''): string {
  const parameters = new URLSearchParams(search);
  parameters.delete('household');
  parameters.delete('list');
  if (list !== null) {
    if (household !== null) parameters.set('household', household);
    parameters.set('list', list);
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}
