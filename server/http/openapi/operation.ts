import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Header } from './headers.ts';

/** The parts of the API, in the order in which one reads about them. */
export const tags = {
  Recipes: 'Published recipes: read by everybody, changed by their authors',
  Community: 'Posts, likes and comments: read by everybody, changed by their authors',
  Playlists: 'Recipes gathered by somebody, for all to see or for himself',
  'Grocery list': 'What is to be bought: each account has one list, on all its devices',
  'Meal plan': 'Who eats what when: each account has one plan, week by week',
  Profile: 'How others see a user',
  Service: 'What programs ask about the service itself',
} as const;

/**
 * What there is to know about one call: its route validates by `params`, `querystring` and `body`, and the OpenAPI
 * document tells all of it, together with the errors that follow from it.
 */
export interface Operation {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  /** `optional`: without a token one asks as a visitor. `ignored`: it is not looked at, and nobody is counted. */
  readonly token: 'required' | 'optional' | 'ignored';
  /** Also while the program starts, when all else is refused. */
  readonly answeredBeforeStart?: boolean;
  /** What it does with the log and its read models, which decides on its headers and on how it can fail. */
  readonly kind?: 'read' | 'read with ETag' | 'write';
  /** Which limit counts it besides that on all requests: what it changes goes on to everybody. */
  readonly limit?: 'publishing' | 'liking';
  readonly params?: TObject;
  readonly querystring?: TObject;
  readonly body?: TObject;
  readonly bodyExamples?: Examples;
  /** Besides JSON. */
  readonly bodyTypes?: readonly string[];
  readonly bodyMayBeLeftOut?: boolean;
  /** Headers of the request besides those of its kind. */
  readonly takes?: readonly Header[];
  readonly answers: readonly Answer[];
  /** Errors besides those that every call of its kind can end with. */
  readonly refusals?: Problems;
}

/** By status, then by code: what an error says to people. */
export type Problems = Readonly<Record<number, Readonly<Record<string, string>>>>;

/** By what they are an example of. */
export type Examples = Readonly<Record<string, unknown>>;

/** What a call answers when it does not fail. */
export interface Answer {
  readonly status: number;
  readonly description: string;
  readonly content?: Content;
  /** Headers besides those of the operation's kind. */
  readonly headers?: readonly Header[];
}

interface Content {
  /** One of these. */
  readonly types: readonly string[];
  readonly schema: TSchema;
  readonly examples: Examples;
}

/** JSON by a contract. */
export const json = <Contract extends TSchema>(
  status: number,
  description: string,
  schema: Contract,
  examples: Readonly<Record<string, Static<Contract>>>,
  headers: readonly Header[] = [],
): Answer => ({ status, description, content: { types: ['application/json'], schema, examples }, headers });

/** Bytes of one of these types. */
export const bytes = (status: number, description: string, types: readonly string[]): Answer => ({
  status,
  description,
  content: { types, schema: Type.Unknown(), examples: {} },
});

export const noContent = (description: string): Answer => ({ status: 204, description });

/** A Fastify schema is one of these where a route has an operation. */
export const isOperation = (schema: object | undefined): schema is Operation =>
  schema !== undefined && 'summary' in schema && 'answers' in schema;

declare module 'fastify' {
  interface FastifySchema {
    /**
     * Of an operation. TypeScript takes an object for a schema only when they have a field in common, and an operation
     * without path, query and body has no other.
     */
    summary?: string;
  }
}
