/**
 * Limits of input and of what one user or document has: lengths in characters, and numbers of things. Kept apart from the
 * schemas, so that the browser can import them without the schema library. Schemas enforce lengths, deciders capacities.
 */
export const communityLimits = {
  title: 200,
  content: 20_000,
  /** Maximum length of content in feeds and live messages: a card shows only ten lines of it at first. */
  excerpt: 900,
  comment: 2_000,
  url: 2_000,
  embeddedComments: 20,
  /** Length of a hashtag. */
  tag: 50,
  /** By which one post is found. */
  tags: 20,
  /** In one text. */
  mentions: 20,
  /** Suggested at once. */
  suggestedPeople: 8,
} as const;

/** `people`: whom one user follows. `suggested`: people at once. `recent`: posts, and recipes, whose authors are suggested. */
export const followingLimits = { people: 1_000, suggested: 6, recent: 50 } as const;

/** `portion`: in multiples of a recipe. `items`: of a list. `savedItems`: with those that were put back, or saved from a list that ended. `lists`: of an owner, with the main one. `listName`: length. `categories`: in an order of them. */
export const groceryLimits = {
  name: 200,
  amount: 40,
  unit: 40,
  portion: 1_000,
  note: 500,
  category: 40,
  perRequest: 100,
  items: 500,
  savedItems: 1_000,
  lists: 20,
  listName: 60,
  categories: 60,
  /** Names of items whose category is remembered for an owner, and names that are suggested to them. */
  remembered: 300,
} as const;

/** Email and password: limits of the identity service. `picture`: bytes of an uploaded avatar. */
export const profileLimits = { username: 50, avatar: 2_000, picture: 100_000, email: 254, password: 4_096 } as const;

/** `text`: of a report, a decision or an appeal. `perHour`: reports of a user. */
export const moderationLimits = { text: 1_000, perHour: 20 } as const;

/** `bytes`: of an uploaded file. `perPost`, `perComment`: photos. `url`: of a picture elsewhere. */
export const pictureLimits = { bytes: 15 * 1024 * 1024, alt: 300, perPost: 10, perComment: 4, url: 2_000 } as const;

export const recipeLimits = {
  title: 200,
  author: 100,
  description: 5_000,
  cuisine: 50,
  url: 2_000,
  ingredients: 100,
  ingredient: 200,
  amount: 40,
  unit: 40,
  steps: 100,
  step: 2_000,
  /** Minutes; one week. */
  cookingTime: 10_080,
  servings: 1_000,
  query: 200,
  /** Maximum number of recipes that a search finds by title. */
  byTitle: 10,
} as const;

/** `text`: characters of a pasted recipe or page. */
export const importLimits = { text: 400_000 } as const;

/**
 * Recipes that are proposed because a plan has not had them lately. `weeks`: before this one, in which they were planned.
 * `recentWeeks`: in which they were not.
 */
export const longAgoLimits = { weeks: 26, recentWeeks: 6, recipes: 2 } as const;

/**
 * `cuisines`, `authors`, `atHand`: of one page of results. `missing`: names of ingredients on a card. `considered`: recipes
 * that a search looks at, so that its cost does not grow with their number.
 */
export const findingLimits = { cuisines: 20, authors: 20, atHand: 40, missing: 3, considered: 10_000 } as const;

/** `cookingTime` in minutes. `perSlot`: meals. `servings`: how many eat. `note`, `details`: of what is planned instead of a recipe. */
export const mealPlanLimits = {
  title: 200,
  cuisine: 100,
  cookingTime: 100_000,
  url: 2_000,
  perSlot: 4,
  servings: 100,
  note: 100,
  details: 300,
} as const;

/** `shownRecipes`: of an edit, in its attempts together. `cover`: recipes that a playlist's card shows. */
export const playlistLimits = { name: 100, description: 1_000, recipes: 100, shownRecipes: 200, cover: 3 } as const;

/** `invitations`: open at one time. `perUser`: households of one person. `uses`: of one invitation. */
export const householdLimits = { name: 60, members: 20, invitations: 20, perUser: 10, uses: 20 } as const;

/** `calls`: of one batch. `callsPerRequest`: how many of them count as one request against the rate limit. */
export const batchLimits = { calls: 100, callsPerRequest: 5 } as const;

/**
 * `inbox`: newest notifications that a user has. `people`: named by one of them. `excerpt`, `endpoint`: length.
 * `subscriptions`: browsers of a user that get push messages.
 */
export const notificationLimits = { inbox: 200, people: 3, excerpt: 140, endpoint: 1_000, subscriptions: 20 } as const;
