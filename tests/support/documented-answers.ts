/** Holds what the API answers against its OpenAPI document. */
import { Ajv2020 } from 'ajv/dist/2020.js';

interface Described {
  readonly [status: string]: ResponseObject | { readonly $ref: string };
}
interface ResponseObject {
  readonly headers?: Record<string, HeaderObject | { readonly $ref: string }>;
  readonly content?: Record<string, MediaType>;
}
interface HeaderObject {
  readonly required: boolean;
  readonly schema: object;
}
export interface MediaType {
  readonly schema: object;
  readonly examples?: Record<string, { readonly value: unknown }>;
}
export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly schema: object;
}
export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: string[];
  readonly security: object[];
  readonly parameters?: (ParameterObject | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Record<string, MediaType> };
  readonly responses: Described;
}
export interface ApiDocument {
  readonly openapi: string;
  readonly tags: { readonly name: string }[];
  readonly paths: Record<string, Record<string, OperationObject>>;
  readonly components: { readonly [kind: string]: { readonly [name: string]: object } };
}

export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
}
export interface Answered {
  readonly status: number;
  readonly body: string;
  header(name: string): string | undefined;
}

/** What an answer may only have where it is documented. */
const ownHeaders = ['ETag', 'Potluck-Position', 'Potluck-Revision', 'Content-Location'];

/** Errors whose words differ from call to call. */
const variousWords = new Set([
  'INVALID_INPUT',
  'INVALID_TOKEN',
  'MALFORMED_BODY',
  'MALFORMED_JSON',
  'TOKEN_REQUIRED',
  'UNSUPPORTED_MEDIA_TYPE',
]);

/** Where the API answers that an address is not its own, or cannot be read. */
const outside = { type: 'object', required: ['statusCode', 'code', 'error', 'message'], maxProperties: 4 };
const outsideStatus = new Set([400, 401, 403, 404, 411, 413, 415]);

const documentId = 'api';

export class DocumentedAnswers {
  readonly document: ApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': isUtc } });
  readonly #paths: { readonly path: string; readonly pattern: RegExp }[];

  /** @param text the document, as it is served */
  constructor(text: string) {
    this.document = JSON.parse(text, (key, value) => {
      if (key === '$ref') return `${documentId}${value}`;
      // An answer must not have a field that nobody is told of.
      return isOpen(value) ? { ...value, additionalProperties: false } : value;
    });
    this.#ajv.addSchema(this.document, documentId);
    this.#paths = Object.keys(this.document.paths)
      .map((path) => ({
        path,
        pattern: new RegExp(`^${path.replaceAll('.', '[.]').replaceAll(/\{\w+\}/g, '[^/]{1,200}')}/?$`),
      }))
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  }

  /** What is wrong with an answer, in a line each; nothing when it is as documented. */
  misfits({ method, url }: Asked, answered: Answered): string[] {
    const called = url.split('?', 1)[0] ?? '';
    // The page about the API is for people.
    if (!/^\/(?:api|health)(?:\/|$)/.test(called) || /^\/api\/docs(?:\/|$)/.test(called)) return [];
    const operation = this.#operation(method, called);
    const found = operation ? this.#described(operation, method, answered) : this.#undescribed(answered);
    return found.map(
      (misfit) => `${method} ${url} answers ${answered.status}, but ${misfit}: ${answered.body.slice(0, 300)}`,
    );
  }

  /** What is wrong with a value, by a schema of the document. */
  errors(schema: object, value: unknown): string[] {
    if (this.#ajv.validate(schema, value)) return [];
    return (this.#ajv.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** The component that a reference names. */
  resolved<Component extends object>(component: Component | { readonly $ref: string }): Component {
    if (!('$ref' in component)) return component;
    const [kind = '', name = ''] = component.$ref.split('/').slice(2);
    const { [kind]: { [name]: found } = {} } = this.document.components;
    const parsed: Component = JSON.parse(JSON.stringify(found));
    return parsed;
  }

  #operation(method: string, called: string): OperationObject | undefined {
    const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
    const found = this.#paths.find(({ path, pattern }) => pattern.test(called) && this.document.paths[path]?.[asked]);
    return found && this.document.paths[found.path]?.[asked];
  }

  #undescribed({ status, body }: Answered): string[] {
    if (!outsideStatus.has(status)) return ['no operation is documented here'];
    return this.errors(outside, parsed(body)).map((error) => `the error is not as errors are: ${error}`);
  }

  #described(operation: OperationObject, method: string, answered: Answered): string[] {
    const response = operation.responses[answered.status];
    if (!response) return ['this status is not documented'];
    const { headers = {}, content } = this.resolved(response);
    return [...this.#headers(headers, answered), ...(method === 'HEAD' ? [] : this.#content(content, answered))];
  }

  #headers(headers: NonNullable<ResponseObject['headers']>, { status, header }: Answered): string[] {
    const found = Object.entries(headers).flatMap(([name, described]) => {
      const { required, schema } = this.resolved(described);
      const value = header(name);
      if (value === undefined) return required ? [`it has no ${name}`] : [];
      const isNumber = 'type' in schema && schema.type === 'integer';
      return this.errors(schema, isNumber ? Number(value) : value).map(
        (error) => `its ${name} is ${value}, which ${error}`,
      );
    });
    const undocumented = ownHeaders.filter((name) => status < 300 && !(name in headers) && header(name) !== undefined);
    return [...found, ...undocumented.map((name) => `its ${name} is not documented`)];
  }

  #content(content: ResponseObject['content'], { body, header, status }: Answered): string[] {
    if (!content) return body === '' ? [] : ['it is documented as empty'];
    const type = String(header('content-type')).split(';', 1)[0] ?? '';
    const media = content[type];
    if (!media) return [`its type is ${type}`];
    if (type !== 'application/json') return [];
    const said = parsed(body);
    const misfits = this.errors(media.schema, said).map((error) => `it does not fit: ${error}`);
    if (status < 400 || misfits.length > 0 || saysAsDocumented(said, media)) return misfits;
    return ['the examples say it otherwise'];
  }
}

/** The document's own examples of an error have the words that are answered, so that nobody reads other ones there. */
function saysAsDocumented(said: unknown, { examples = {} }: MediaType): boolean {
  if (typeof said !== 'object' || said === null || !('code' in said) || !('message' in said)) return true;
  const { code, message } = said;
  if (variousWords.has(String(code)) || /^This server is for its own machine/.test(String(message))) return true;
  const example = examples[String(code)]?.value;
  return typeof example === 'object' && example !== null && 'message' in example && example.message === message;
}

const isOpen = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'properties' in value &&
  'type' in value &&
  value.type === 'object' &&
  !('additionalProperties' in value);

const isUtc = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
