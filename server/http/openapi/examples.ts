/** The users and documents in the examples of all operations. */
import type { Comment, Post } from '../../core/contracts/community.ts';
import type { GroceryItem } from '../../core/contracts/grocery-list.ts';
import type { Household, IssuedInvitation } from '../../core/contracts/households.ts';
import type { Playlist } from '../../core/contracts/playlists.ts';
import type { RecipeReactions } from '../../core/contracts/recipe-reactions.ts';
import type { Recipe, RecipeCard } from '../../core/contracts/recipes.ts';

export const mia = { uid: 'kq3ZbX0yJvM8fTn2LrWc', name: 'Mia' };
const tom = { uid: 'w7HdPe4sQxB1oUa9GyNi', name: 'Tom' };

/** Of an uploaded photo. */
export const uploadedId = '3f1c9d2a7b6e5c4d8a9b0c1d2e3f4a5b6c7d8e9f';

export const cursor = 'eyIxNzYzNDU2Nzg5MDEyIjoiIn0';

export const card: RecipeCard = {
  id: '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40',
  revision: '0',
  type: 'image',
  title: 'Greek salad',
  author: mia.name,
  authorId: mia.uid,
  credited: false,
  imageUrl: 'https://example.org/feta.webp',
  cuisine: 'Greek',
  cookingTime: 15,
  createdAt: '2026-11-18T17:30:00.000Z',
};

export const recipe: Recipe = {
  ...card,
  description: 'Best with tomatoes that have seen the sun',
  servings: 2,
  difficulty: 'Easy',
  ingredients: [
    { name: 'Tomatoes', amount: '4', unit: '' },
    { name: 'Feta', amount: '200', unit: 'g' },
  ],
  instructions: ['Cut the tomatoes', 'Crumble the feta over them'],
};

/** Of that recipe, by the same author. */
export const adaptation: Recipe = {
  ...recipe,
  id: '019da8f4-6b7c-7d8e-9f0a-1b2c3d4e5f60',
  title: 'Greek salad with watermelon',
  basedOn: { recipeId: card.id, title: card.title, author: card.author },
};

export const recipeComment: Comment = {
  id: '019da8c9-3d2e-7f10-8a4b-6c5d7e8f9a0b',
  text: 'With half of the feta, and mint instead of oregano',
  authorId: tom.uid,
  authorName: tom.name,
  createdAt: '2026-11-18T19:20:00.000Z',
};

export const recipeReactions: RecipeReactions = {
  id: card.id,
  revision: '13',
  likeCount: 12,
  commentCount: 1,
  comments: [recipeComment],
  olderCommentsCursor: null,
  likedByMe: true,
};

export const comment: Comment = {
  id: '019da8c4-7b1a-7c02-9d3e-5f6a8b9c0d1e',
  text: 'How long does it keep?',
  authorId: tom.uid,
  authorName: tom.name,
  createdAt: '2026-11-18T18:05:00.000Z',
  likeCount: 2,
};

export const post: Post = {
  id: '019da8b9-0a1b-7e2c-8f3d-4e5f6a7b8c9d',
  revision: '31',
  title: 'Sourdough, day three',
  content: 'It smells of apples now.',
  type: 'text',
  authorId: mia.uid,
  authorName: mia.name,
  authorAvatar: '/api/avatars/5d0c9a4e-7b2f-8c61-9a3d-1e4f6b8c0d2a.webp',
  createdAt: '2026-11-18T17:45:00.000Z',
  likeCount: 12,
  commentCount: 1,
  comments: [comment],
  olderCommentsCursor: null,
  likedByMe: true,
};

export const playlist: Playlist = {
  id: '019da8d1-2c3d-7f4e-9a5b-6c7d8e9f0a1b',
  revision: '7',
  name: 'Ready in a quarter of an hour',
  description: 'For evenings on which it is late already',
  isPrivate: false,
  ownerId: mia.uid,
  ownerName: mia.name,
  createdAt: '2026-11-18T19:00:00.000Z',
  likeCount: 3,
  recipes: [{ id: card.id, title: card.title, cuisine: card.cuisine, imageUrl: 'https://example.org/feta.webp' }],
  likedByMe: false,
};

export const groceries: { listId: string; milk: GroceryItem; feta: GroceryItem } = {
  listId: '5b0d2f6e-8c1a-5d3b-9e4f-7a6b5c4d3e2f',
  milk: {
    id: '3f1c9d2a-7b6e-5c4d-8a9b-0c1d2e3f4a5b',
    name: 'Milk',
    amount: '1/2',
    unit: 'l',
    checked: true,
    checkedBy: mia,
    addedBy: mia,
    addedAt: '2026-11-18T16:00:00.000Z',
    order: 0,
  },
  feta: {
    id: '8e7d6c5b-4a39-5281-9706-5f4e3d2c1b0a',
    name: 'Feta',
    amount: '200',
    unit: 'g',
    checked: false,
    addedBy: mia,
    addedAt: '2026-11-18T17:31:00.000Z',
    order: 1,
    recipeId: card.id,
    recipeTitle: card.title,
  },
};

export const households: { household: Household; issued: IssuedInvitation } = {
  household: {
    id: '019da8e2-5f60-7a1b-8c2d-3e4f5a6b7c8d',
    revision: '4',
    name: 'Home',
    members: [
      {
        ...mia,
        avatar: '/api/avatars/5d0c9a4e-7b2f-8c61-9a3d-1e4f6b8c0d2a.webp',
        role: 'owner',
        joinedAt: '2026-11-18T19:30:00.000Z',
      },
      { ...tom, avatar: null, role: 'member', joinedAt: '2026-11-18T19:42:00.000Z' },
    ],
    invitations: [
      {
        id: '019da8e3-1a2b-7c3d-9e4f-5a6b7c8d9e0f',
        issuedBy: mia.uid,
        expiresAt: '2026-11-25T19:31:00.000Z',
        usesLeft: 1,
      },
    ],
  },
  issued: {
    id: '019da8e3-1a2b-7c3d-9e4f-5a6b7c8d9e0f',
    code: '7K3QP-X9D2M',
    expiresAt: '2026-11-25T19:31:00.000Z',
    uses: 1,
  },
};
