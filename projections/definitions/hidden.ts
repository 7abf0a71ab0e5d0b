/**
 * What moderators have hidden is kept in collections of its own, so that no reader of the public ones can show it. It goes
 * on changing there, and returns when it is restored.
 */
import type { HiddenNotice } from '../../server/core/contracts/shared.ts';
import { type Subject, subjectOf, type VisibilityEvent } from '../../server/core/domain/moderation/events.ts';
import { idOf, type Projected, type ProjectedEvent, type Workspace } from './projection.ts';

export type OfVisibility = Projected<VisibilityEvent>;

export const isVisibilityEvent = <Event extends ProjectedEvent>(event: Event | OfVisibility): event is OfVisibility =>
  event.type === 'ContentHidden' || event.type === 'ContentRestored';

/** The collection of the hidden documents of a public one. */
export const hiddenCollection = <Name extends string>(collection: Name): `hidden-${Name}` => `hidden-${collection}`;

/** A document that may be hidden. */
interface Hideable {
  readonly id: string;
  readonly hidden?: HiddenNotice | undefined;
}

/** A document, whether it is hidden or not. */
export const findWithHidden = <Document extends Hideable>(
  workspace: Workspace,
  collection: string,
  id: string,
): Document | undefined =>
  workspace.get<Document>(collection, id) ?? workspace.get<Document>(hiddenCollection(collection), id);

/** The collection in which a document belongs. */
export const placeOf = (collection: string, { hidden }: Pick<Hideable, 'hidden'>): string =>
  hidden ? hiddenCollection(collection) : collection;

/** The author's notice; undefined for a restored document. */
export const noticeOf = ({ type, data, meta }: OfVisibility): HiddenNotice | undefined =>
  type === 'ContentHidden' ? { reason: data.reason, at: meta.at } : undefined;

/** What a visibility event is about, if it is one of these kinds. */
export function subjectIn<Kind extends Subject['kind']>(
  event: OfVisibility,
  kinds: readonly Kind[],
): Extract<Subject, { kind: Kind }> | undefined;
export function subjectIn(event: OfVisibility, kinds: readonly string[]): Subject | undefined {
  const subject = subjectOf(idOf(event));
  return subject && kinds.includes(subject.kind) ? subject : undefined;
}
