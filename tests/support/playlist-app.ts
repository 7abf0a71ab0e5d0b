/** An application with three recipes, and calls for its playlists. */
import { expect } from 'vitest';
import type { Playlist, PlaylistPage } from '../../server/core/contracts/playlists.ts';
import { openTestApp } from './test-app.ts';

export type PlaylistApp = Awaited<ReturnType<typeof openPlaylistApp>>;

export const recipeForm = (title: string, cuisine: string, imageUrl?: string) => ({
  type: 'image',
  title,
  cuisine,
  ...(imageUrl !== undefined && { imageUrl }),
});

export async function openPlaylistApp() {
  const app = await openTestApp('mia', 'sam', 'eleni');
  const publish = async (title: string, cuisine: string, imageUrl?: string): Promise<string> => {
    const response = await app.as('eleni').post('/api/recipes', recipeForm(title, cuisine, imageUrl));
    expect(response.statusCode, response.body).toBe(201);
    return response.json().id;
  };
  const ramen = await publish('Shoyu Ramen', 'Japanese', 'https://example.org/ramen.webp');
  const pie = await publish('Cherry Pie', 'American');
  const feta = await publish('Baked Feta', 'Mediterranean');
  return {
    app,
    ramen,
    pie,
    feta,
    publish,
    create: async (as: string, change: object = {}): Promise<Playlist> => {
      const form = {
        userId: as,
        name: 'Slow',
        description: 'Pots that simmer.',
        isPrivate: false,
        recipes: [{ id: ramen, title: 'x', cuisine: 'x' }],
      };
      const response = await app.as(as).post('/api/playlists', { ...form, ...change });
      expect(response.statusCode, response.body).toBe(201);
      return response.json();
    },
    list: async (as: string | undefined, of: string, query = ''): Promise<PlaylistPage> =>
      (await app.as(as).get(`/api/playlists/${of}${query}`)).json(),
    get: (as: string | undefined, { ownerId, id }: Playlist, headers = {}) =>
      app.as(as).get(`/api/playlists/${ownerId}/${id}`, headers),
  };
}

export const idsOf = ({ items }: PlaylistPage) => items.map(({ id }) => id);
