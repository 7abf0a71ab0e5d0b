/** An event as `evolve` receives it: with the metadata of who caused it, by which command, and when. */
export type EventWithMetadata<Event> = Event & {
  readonly meta: { readonly actor: string; readonly commandId: string; readonly at: string };
};
