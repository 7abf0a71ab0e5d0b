/** An event as it is folded: with who did it, by which command, and when. */
export type Happened<Event> = Event & {
  readonly meta: { readonly actor: string; readonly commandId: string; readonly at: string };
};
