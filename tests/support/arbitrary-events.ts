import fc from 'fast-check';
import type { AccessEvent } from '../../server/core/domain/access/events.ts';
import type { CalendarLinkEvent } from '../../server/core/domain/calendar-link/events.ts';
import type { FollowingEvent } from '../../server/core/domain/following/events.ts';
import type { GroceryListEvent } from '../../server/core/domain/grocery-list/events.ts';
import type { HouseholdEvent } from '../../server/core/domain/household/events.ts';
import type { MealPlanEvent } from '../../server/core/domain/meal-plan/events.ts';
import { type ModerationEvent, reportReasons } from '../../server/core/domain/moderation/events.ts';
import type { NotificationEvent } from '../../server/core/domain/notifications/events.ts';
import type { PlaylistEvent } from '../../server/core/domain/playlist/events.ts';
import type { PostEvent } from '../../server/core/domain/post/events.ts';
import type { ProfileEvent } from '../../server/core/domain/profile/events.ts';
import type { RecipeEvent, RecipeText } from '../../server/core/domain/recipe/events.ts';
import type { RecipeReactionEvent } from '../../server/core/domain/recipe-reactions/events.ts';
import { type StaffEvent, staffRoles } from '../../server/core/domain/staff/events.ts';
import type { UploadedPicture } from '../../server/core/domain/uploaded-picture.ts';

type EventInStream = { stream: string; actor: string } & (
  | AccessEvent
  | CalendarLinkEvent
  | FollowingEvent
  | PostEvent
  | GroceryListEvent
  | HouseholdEvent
  | MealPlanEvent
  | NotificationEvent
  | ModerationEvent
  | PlaylistEvent
  | ProfileEvent
  | RecipeEvent
  | RecipeReactionEvent
  | StaffEvent
);

const actor = fc.constantFrom('ann', 'bo', 'cy');
const post = fc.constantFrom('post-1', 'post-2');
const playlist = fc.constantFrom('playlist-1', 'playlist-2', 'playlist-3');
const recipeId = fc.constantFrom('1', '2', '3');
const recipe = fc.constantFrom('recipe-1', 'recipe-2', 'recipe-3');
const reactions = fc.constantFrom('recipeReactions-1', 'recipeReactions-2', 'recipeReactions-3');
const list = fc.constantFrom('groceryList-1', 'groceryList-2');
const plan = fc.constantFrom('mealPlan-1', 'mealPlan-2');
const household = fc.constantFrom('household-1', 'household-2');
const link = fc.constantFrom('calendarLink-1', 'calendarLink-2', 'calendarLink-3');
const following = fc.constantFrom('following-ann', 'following-bo');
const staff = fc.constantFrom('staff-ann', 'staff-bo', 'staff-cy');
const inbox = fc.constantFrom('notifications-ann', 'notifications-bo', 'notifications-cy');
const through = fc.integer({ min: 0, max: 900 }).map((ms) => new Date(1_767_225_600_000 + ms).toISOString());
const roleChange = fc.record({ role: fc.constantFrom(...staffRoles), by: actor });
const moderated = fc.constantFrom(
  ...['post:1', 'post:2', 'recipe:1', 'recipe:2', 'playlist:1', 'postComment:1:comment-1', 'recipeComment:1:comment-1'],
);
const moderatedContent = moderated.map((caseId) => `moderation-${caseId}`);
const person = actor.map((uid) => `moderation-person:${uid}`);
const works = actor.map((uid) => `moderation-works:${uid}`);
const anyCase = fc.oneof(moderatedContent, person, works);
const until = fc.constantFrom(null, '2026-02-01T00:00:00.000Z');
const invitationId = fc.constantFrom('invitation-1', 'invitation-2', 'invitation-3');
const commentId = fc.integer({ min: 0, max: 40 }).map((n) => `comment-${n}`);
const itemId = fc.integer({ min: 0, max: 9 }).map((n) => `item-${n}`);
const name = fc.constantFrom('Flour', 'Eggs', 'Crème');
const operator = fc.constantFrom('audit-ann', 'audit-bo');
const visibility = fc.record(
  { authorId: actor, reason: name, partOf: actor.map((uid) => `works:${uid}`) },
  { requiredKeys: ['authorId', 'reason'] },
);
const access = fc.record({ what: name, whose: actor, why: name });
const playlistData = { name, description: fc.constant(''), isPrivate: fc.boolean() };
const namedItem = fc.record({ itemId, name });
const item = fc.record({
  id: itemId,
  name,
  amount: fc.constant('2'),
  unit: fc.constant(''),
  order: fc.integer({ min: 0, max: 99 }),
});
const restoredItem = fc
  .record({ item, addedBy: actor, addedAt: fc.constant('2026-01-01T00:00:00.000Z'), checkedBy: fc.option(actor) })
  .map(({ item, checkedBy, ...added }) => ({ ...item, ...added, ...(checkedBy !== null && { checkedBy }) }));

const slotOfWeek = {
  week: fc.constantFrom('2026-11-16', '2026-11-23'),
  day: fc.constantFrom('Monday' as const, 'Sunday' as const),
  meal: fc.constantFrom('Lunch' as const, 'Dinner' as const),
};
const dish = fc.record({ id: itemId, title: name });
const slot = { day: slotOfWeek.day, meal: slotOfWeek.meal };
const servingsIn = fc.integer({ min: 1, max: 4 });
const mealId = fc.constantFrom('meal-0', 'meal-1', 'meal-2');

const eventOf = <T extends EventInStream['type'], D>(type: T, stream: fc.Arbitrary<string>, data: fc.Arbitrary<D>) =>
  fc.record({ type: fc.constant(type), stream, actor, data });
const empty = fc.constant({});
const avatar = fc.constantFrom(null, 'https://a.b/face.jpeg', '/api/avatars/one.webp', '/api/avatars/two.jpeg');
const profileData = fc.record({ username: fc.string({ maxLength: 5 }), avatar });
const content = fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom('#pie', 'Good #Pie and #soup', '@Ann'));
const uploaded: fc.Arbitrary<UploadedPicture> = fc.record({
  id: fc.constantFrom('a'.repeat(40), 'b'.repeat(40)),
  sizes: fc.constant([{ width: 320, height: 240 }]),
  placeholder: fc.constant('data:,'),
  alt: fc.constantFrom('', 'Soup'),
});
const body = fc.oneof(
  fc.record({ type: fc.constant('text' as const), content }),
  fc.record({ type: fc.constant('image' as const), content, imageUrl: fc.constant('https://a.b/soup.jpeg') }),
  fc.record({
    type: fc.constant('image' as const),
    content,
    photos: fc.array(uploaded, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('youtube' as const), content, youtubeId: fc.constant('LWuuCndtJr0') }),
);
const mentions = fc.array(fc.record({ uid: actor, name }), { minLength: 1, maxLength: 2 });
const postData = fc.record({ title: fc.string({ maxLength: 5 }), body, mentions }, { requiredKeys: ['title', 'body'] });
const picture = fc.oneof(
  fc.constantFrom(null, { from: 'art', name: 'pie' } as const, { from: 'web', url: 'https://a.b/' } as const),
  uploaded.map((one) => ({ from: 'upload' as const, ...one })),
);
const recipeText: fc.Arbitrary<RecipeText> = fc.record({
  title: fc.string({ maxLength: 5 }),
  author: fc.constantFrom(null, 'A channel'),
  media: fc.oneof(
    fc.record({ type: fc.constant('image' as const), picture }),
    fc.record({ type: fc.constant('youtube' as const), youtubeId: fc.constant('LWuuCndtJr0'), picture }),
    fc.record({ type: fc.constant('tiktok' as const), tiktokId: fc.constant('69'), picture }),
  ),
  description: fc.constant('Good'),
  cookingTime: fc.constantFrom(null, 30),
  servings: fc.constantFrom(null, 4),
  cuisine: fc.constantFrom('', 'Italian'),
  difficulty: fc.constantFrom(null, 'Easy'),
  ingredients: fc.array(fc.record({ name, amount: fc.constant('2'), unit: fc.constant('') }), { maxLength: 2 }),
  instructions: fc.array(fc.constant('Stir.'), { maxLength: 2 }),
});

/** Any event of any stream, in any order. */
export const arbitraryEvent: fc.Arbitrary<EventInStream> = fc.oneof(
  eventOf(
    'ProfileCreated',
    actor.map((uid) => `profile-${uid}`),
    profileData,
  ),
  eventOf(
    'ProfileRevised',
    actor.map((uid) => `profile-${uid}`),
    profileData,
  ),
  eventOf(
    'PlaylistCreated',
    playlist,
    fc.record({ ...playlistData, recipeIds: fc.uniqueArray(recipeId, { maxLength: 3 }) }),
  ),
  eventOf('PlaylistRevised', playlist, fc.record(playlistData)),
  eventOf('PlaylistLiked', playlist, empty),
  eventOf('PlaylistUnliked', playlist, empty),
  eventOf('RecipeAddedToPlaylist', playlist, fc.record({ recipeId })),
  eventOf('RecipeRemovedFromPlaylist', playlist, fc.record({ recipeId })),
  eventOf('PlaylistDeleted', playlist, empty),
  eventOf('RecipePublished', recipe, recipeText),
  eventOf('RecipeRevised', recipe, recipeText),
  eventOf('RecipeWithdrawn', recipe, empty),
  eventOf('RecipeLiked', reactions, empty),
  eventOf('RecipeUnliked', reactions, empty),
  {
    weight: 4,
    arbitrary: eventOf('RecipeCommentAdded', reactions, fc.record({ commentId, text: fc.string({ maxLength: 5 }) })),
  },
  { weight: 2, arbitrary: eventOf('RecipeCommentDeleted', reactions, fc.record({ commentId })) },
  eventOf('PostPublished', post, postData),
  eventOf('PostRevised', post, postData),
  eventOf('PostLiked', post, empty),
  eventOf('PostUnliked', post, empty),
  {
    weight: 8,
    arbitrary: eventOf(
      'CommentAdded',
      post,
      fc.record(
        { commentId, text: fc.string({ maxLength: 5 }), replyTo: commentId, mentions },
        { requiredKeys: ['commentId', 'text'] },
      ),
    ),
  },
  { weight: 3, arbitrary: eventOf('CommentLiked', post, fc.record({ commentId })) },
  { weight: 2, arbitrary: eventOf('CommentUnliked', post, fc.record({ commentId })) },
  { weight: 4, arbitrary: eventOf('CommentDeleted', post, fc.record({ commentId })) },
  eventOf('PostDeleted', post, empty),
  eventOf(
    'GroceryItemsAdded',
    list,
    fc.record(
      {
        items: fc.array(item, { maxLength: 3 }),
        merged: fc.array(fc.record({ itemId, into: itemId }), { maxLength: 2 }),
      },
      { requiredKeys: ['items'] },
    ),
  ),
  eventOf(
    'GroceryItemChanged',
    list,
    fc.record({ itemId, name, amount: fc.constantFrom('', '3'), unit: fc.constantFrom('', 'kg') }),
  ),
  eventOf('GroceryItemsRestored', list, fc.record({ items: fc.array(restoredItem, { minLength: 1, maxLength: 3 }) })),
  eventOf('GroceryItemChecked', list, namedItem),
  eventOf('GroceryItemUnchecked', list, namedItem),
  eventOf('GroceryItemRemoved', list, namedItem),
  { weight: 3, arbitrary: eventOf('MealPlanned', plan, fc.record({ ...slotOfWeek, id: mealId, recipe: dish })) },
  eventOf(
    'MealPlanned',
    plan,
    fc.record({ ...slotOfWeek, id: mealId, note: fc.record({ title: name }), servings: servingsIn }),
  ),
  eventOf('MealMoved', plan, fc.record({ ...slotOfWeek, id: mealId, title: name, from: fc.record(slot) })),
  eventOf(
    'MealServingsChanged',
    plan,
    fc.record({ ...slotOfWeek, id: mealId, title: name, servings: fc.option(servingsIn), from: fc.constant(null) }),
  ),
  eventOf('MealUnplanned', plan, fc.record({ ...slotOfWeek, id: mealId, recipe: dish })),
  eventOf('HouseholdFounded', household, fc.record({ name })),
  eventOf('HouseholdRenamed', household, fc.record({ name })),
  eventOf(
    'InvitationIssued',
    household,
    fc.record({
      invitationId,
      secretHash: invitationId,
      expiresAt: fc.constant('2026-01-08T00:00:00.000Z'),
      uses: fc.integer({ min: 1, max: 3 }),
    }),
  ),
  eventOf('InvitationRevoked', household, fc.record({ invitationId })),
  { weight: 3, arbitrary: eventOf('MemberJoined', household, fc.record({ uid: actor, invitationId })) },
  eventOf('MemberLeft', household, fc.record({ uid: actor })),
  eventOf('MemberRemoved', household, fc.record({ uid: actor })),
  eventOf('OwnershipTransferred', household, fc.record({ to: actor })),
  eventOf('HouseholdDissolved', household, empty),
  {
    weight: 3,
    arbitrary: eventOf(
      'CalendarLinkCreated',
      link,
      fc.record({ whose: fc.constantFrom('1', '2'), secretHash: fc.uuid() }),
    ),
  },
  eventOf('CalendarLinkRevoked', link, empty),
  { weight: 2, arbitrary: eventOf('PersonFollowed', following, fc.record({ uid: actor })) },
  eventOf('PersonUnfollowed', following, fc.record({ uid: actor })),
  { weight: 2, arbitrary: eventOf('AccessRecorded', operator, access) },
  eventOf(
    'ContentReported',
    anyCase,
    fc.record({ authorId: actor, reason: fc.constantFrom(...reportReasons), text: name }),
  ),
  eventOf('ReportsDismissed', anyCase, fc.record({ reason: name })),
  { weight: 6, arbitrary: eventOf('ContentHidden', fc.oneof(moderatedContent, works), visibility) },
  { weight: 6, arbitrary: eventOf('ContentRestored', fc.oneof(moderatedContent, works), visibility) },
  eventOf('MemberSuspended', person, fc.record({ uid: actor, reason: name, until })),
  eventOf('SuspensionLifted', person, fc.record({ reason: name })),
  eventOf('AppealMade', anyCase, fc.record({ text: name })),
  eventOf('AppealRejected', anyCase, fc.record({ reason: name })),
  { weight: 2, arbitrary: eventOf('RoleGranted', staff, roleChange) },
  eventOf('RoleRevoked', staff, roleChange),
  eventOf('NotificationsRead', inbox, fc.record({ through })),
  eventOf(
    'NotificationRead',
    inbox,
    fc.record({ through, id: fc.constantFrom('postLiked:1', 'comment:1:comment-1', 'recipeLiked:2', 'mentioned:1') }),
  ),
  eventOf(
    'NotificationSettingsChanged',
    inbox,
    fc.record({ muted: fc.subarray(['comments', 'households', 'likes', 'mentions']) }),
  ),
  eventOf('GroceryListCleared', list, fc.record({ items: fc.array(namedItem, { maxLength: 3 }) })),
);
