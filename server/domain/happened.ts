/** An event as it is folded: with who did it and when. */
export type Happened<Event> = Event & { readonly meta: { readonly actor: string; readonly at: string } };
