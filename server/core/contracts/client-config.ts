import { type Static, Type } from 'typebox';

/** GET /api/config: what the browser needs to sign a user in. Contains no secrets. */
export const ClientConfig = Type.Object({
  identity: Type.Object({
    apiKey: Type.String(),
    projectId: Type.String(),
    authDomain: Type.Optional(Type.String()),
    emulator: Type.Boolean({ description: "The identity service answers on the page's own origin" }),
  }),
});
export type ClientConfig = Static<typeof ClientConfig>;
