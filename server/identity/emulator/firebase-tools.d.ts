/** Types of the parts of the pinned firebase-tools that the emulator's process uses; the package ships none. */

declare module 'firebase-tools/lib/emulator/auth/state.js' {
  export interface ProviderUserInfo {
    providerId: string;
    rawId: string;
    email?: string;
    displayName?: string;
    photoUrl?: string;
  }

  export interface UserInfo {
    localId: string;
    email?: string;
    passwordHash?: string;
    /** Seconds since the epoch: tokens of earlier sessions are invalid. */
    validSince?: string;
    /** Milliseconds since the epoch. */
    lastLoginAt?: string;
    providerUserInfo?: ProviderUserInfo[];
  }

  export type UserFields = Partial<Omit<UserInfo, 'localId'>>;

  export interface ProviderChanges {
    upsertProviders?: ProviderUserInfo[];
    deleteProviders?: string[];
  }

  export interface RefreshTokenRecord {
    /** Added by Potluck, in seconds since the epoch; the emulator preserves unknown fields. */
    issuedAt?: number;
  }

  export interface OutOfBandRecord {
    email: string;
    requestType: string;
    oobCode: string;
    oobLink: string;
  }

  export class AgentProjectState {
    constructor(projectId: string);
    oobs: Map<string, OutOfBandRecord>;
    enableImprovedEmailPrivacy: boolean;
    get enableAnonymousUser(): boolean;
    get enableEmailLinkSignin(): boolean;
    overwriteUserWithLocalId(localId: string, fields: UserFields): UserInfo;
    updateUserByLocalId(localId: string, fields: UserFields, providers?: ProviderChanges): UserInfo;
    deleteUser(user: UserInfo): void;
    createRefreshTokenFor(user: UserInfo, provider: string, extras?: object): string;
    validateRefreshToken(token: string): { user: UserInfo };
    createOob(
      email: string,
      newEmail: string | undefined,
      requestType: string,
      generateLink: (oobCode: string) => string,
    ): OutOfBandRecord;
    listProviderInfosByProviderId(provider: string): ProviderUserInfo[];
    getTenantProject(tenantId: string): AgentProjectState;
  }

  export function encodeRefreshToken(record: RefreshTokenRecord): string;
  export function decodeRefreshToken(token: string): RefreshTokenRecord;
}

declare module 'firebase-tools/lib/emulator/auth/errors.js' {
  export class BadRequestError extends Error {
    constructor(message: string);
  }
}

declare module 'firebase-tools/lib/emulator/auth/apiSpec.js' {
  interface Parameterised {
    parameters?: { in?: string }[];
  }
  /** The OpenAPI description from which the emulator builds its routes. */
  const apiSpec: { default: { paths: Record<string, Parameterised & Record<string, Parameterised>> } };
  export = apiSpec;
}

declare module 'firebase-tools/lib/emulator/auth/server.js' {
  import type { RequestListener } from 'node:http';
  import type { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js';

  export function createApp(
    projectId: string,
    singleProjectMode: number,
    stateOfProject: Map<string, AgentProjectState>,
  ): Promise<RequestListener>;
}
