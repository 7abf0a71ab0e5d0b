import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Header } from './headers.ts';

/** The parts of the API, in the order of the documentation. */
export const tags = {
  Recipes: 'Published recipes: read by everyone, changed by their authors',
  Community: 'Posts, likes and comments: read by everyone, changed by their authors',
  Pictures: 'Photos for recipes and posts: uploaded first, then named by their ids',
  Playlists: "A user's collections of recipes, public or private",
  Households: 'People who share a grocery list and a meal plan',
  'Grocery list': 'What to buy: each account has one list, on all its devices',
  'Meal plan': 'What to eat when: each account has one plan, week by week',
  Notifications: 'What others did that concerns a user',
  Profile: 'How others see a user',
  Operators: 'For the people who run this installation: to everybody else, these addresses do not exist',
  Moderation: 'Reports of things and people, and appeals',
  Moderators: 'The queue of reports and appeals: to everybody else, these addresses do not exist',
  Audit: 'Proofs that the event log was not changed',
  Service: 'Information for programs about the service itself',
} as const;

/**
 * The description of one call. Its route validates by `params`, `querystring` and `body`; the OpenAPI document contains
 * all of it, with the errors that follow from it.
 */
export interface Operation {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  /**
   * `optional`: a call without a token is a visitor's. `operator`, `moderator`: without the token of one, the address does not
   * exist. `ignored`: not read, and the call counts against no limit.
   */
  readonly token: 'required' | 'optional' | 'operator' | 'moderator' | 'ignored';
  /** Also answered while the program starts, when other calls are refused. */
  readonly answeredBeforeStart?: boolean;
  /** How it uses the log and the read models; determines its headers and possible errors. */
  readonly kind?: 'read' | 'read with ETag' | 'write';
  /** The limit that the call counts against, in addition to the limit on all requests. */
  readonly limit?: 'publishing' | 'liking' | 'uploading' | 'fetchingPictures' | 'invitationCodes' | 'reporting';
  /** As how many requests a call counts in the limit on all requests. Default: 1. */
  readonly requests?: number;
  /** A suspended user may do it or a part of it, which the route checks, although the call is counted like publications. */
  readonly isOpenToSuspended?: boolean;
  readonly params?: TObject;
  readonly querystring?: TObject;
  readonly body?: TObject;
  readonly bodyExamples?: Examples;
  /** Media types in addition to JSON. */
  readonly bodyTypes?: readonly string[];
  readonly isBodyOptional?: boolean;
  /** The body is a form with one file, and nothing else. */
  readonly upload?: Upload;
  /** Request headers in addition to those of its kind. */
  readonly requestHeaders?: readonly Header[];
  readonly responses: readonly SuccessResponse[];
  /** Errors in addition to those of every call of its kind. */
  readonly errors?: readonly Error[];
}

export interface Upload {
  /** Name of the field with the file. */
  readonly field: string;
  readonly description: string;
  readonly maxBytes: number;
}

/** Examples by their summary. */
export type Examples = Readonly<Record<string, unknown>>;

/** A successful response. */
export interface SuccessResponse {
  readonly status: number;
  readonly description: string;
  readonly content?: Content;
  /** Headers in addition to those of the operation's kind. */
  readonly headers?: readonly Header[];
}

export interface Content {
  /** Possible media types. */
  readonly types: readonly string[];
  readonly schema: TSchema;
  readonly examples: Examples;
}

/** A JSON response that matches a contract. */
export const json = <Contract extends TSchema>(
  status: number,
  description: string,
  schema: Contract,
  examples: Readonly<Record<string, Static<Contract>>>,
  headers: readonly Header[] = [],
): SuccessResponse => ({ status, description, content: { types: ['application/json'], schema, examples }, headers });

/** A binary response of one of these types. */
export const bytes = (status: number, description: string, types: readonly string[]): SuccessResponse => ({
  status,
  description,
  content: { types, schema: Type.Unknown(), examples: {} },
});

export const noContent = (description: string): SuccessResponse => ({ status: 204, description });

/** Whether a route's Fastify schema is an operation. */
export const isOperation = (schema: object | undefined): schema is Operation =>
  schema !== undefined && 'summary' in schema && 'responses' in schema;

declare module 'fastify' {
  interface FastifySchema {
    /**
     * The summary of an operation. TypeScript assigns an object to a schema only if they share a property, and an
     * operation without path, query and body shares no other.
     */
    summary?: string;
  }
}
