import { Postings } from './postings.ts';

/** Numbers of recipes by a value that they share, such as their cuisine. */
export class GroupedPostings {
  readonly #groups = new Map<string, { readonly key: string; readonly postings: Postings; label: string }>();

  /** @returns the group's own copy of the key, and the postings that now have the number */
  add(key: string, label: string, number: number): { readonly key: string; readonly postings: Postings } {
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { key, postings: new Postings(), label };
      this.#groups.set(key, group);
    }
    group.label = label;
    group.postings.add(number);
    return group;
  }

  get(key: string): Postings | undefined {
    return this.#groups.get(key)?.postings;
  }

  /** As the latest recipe wrote it. */
  label(key: string): string {
    return this.#groups.get(key)?.label ?? key;
  }

  keep(isKept: (number: number) => boolean): void {
    for (const [key, { postings }] of this.#groups) {
      postings.keep(isKept);
      if (postings.count === 0) this.#groups.delete(key);
    }
  }
}
