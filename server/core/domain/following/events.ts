/** `uid`: the person who is followed. */
export type PersonFollowed = { type: 'PersonFollowed'; data: { uid: string } };
export type PersonUnfollowed = { type: 'PersonUnfollowed'; data: { uid: string } };

/** The events of `following-{uid}`, with the id of the follower. */
export type FollowingEvent = PersonFollowed | PersonUnfollowed;

export const followingCategory = 'following';
