/** Checks responses of the API against its OpenAPI document. */
import { Ajv2020 } from 'ajv/dist/2020.js';

interface DocumentedByStatus {
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
  readonly responses: DocumentedByStatus;
}
export interface ApiDocument {
  readonly openapi: string;
  readonly tags: { readonly name: string }[];
  readonly paths: Record<string, Record<string, OperationObject>>;
  readonly components: { readonly [kind: string]: { readonly [name: string]: object } };
}

export interface ApiRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
}
export interface ApiResponse {
  readonly status: number;
  readonly body: string;
  header(name: string): string | undefined;
}

/** Headers that a response may have only if they are documented. */
const ownHeaders = ['ETag', 'Potluck-Position', 'Potluck-Stale-Since', 'Potluck-Revision', 'Content-Location'];

/** The schema of errors for requests that match no operation or cannot be parsed. */
const undocumentedError = { type: 'object', required: ['statusCode', 'code', 'error', 'message'], maxProperties: 4 };
const undocumentedStatuses = new Set([400, 401, 403, 404, 411, 413, 415]);

const documentId = 'api';

const cached = new Map<string, DocumentedResponses>();

/** The same for all servers with this document: its schemas take long to compile. @param text as it is served */
export function documentedBy(text: string): DocumentedResponses {
  const documented = cached.get(text) ?? new DocumentedResponses(text);
  cached.set(text, documented);
  return documented;
}

export class DocumentedResponses {
  readonly document: ApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': isUtc } });
  readonly #paths: { readonly path: string; readonly pattern: RegExp }[];

  /** @param text the document, as it is served */
  constructor(text: string) {
    this.document = JSON.parse(text, (key, value) => {
      if (key === '$ref') return `${documentId}${value}`;
      // A response must not have undocumented fields.
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

  /** The mismatches between a response and its documentation. */
  mismatches({ method, url }: ApiRequest, response: ApiResponse): string[] {
    const pathname = url.split('?', 1)[0] ?? '';
    // The documentation page is HTML.
    if (!/^\/(?:api|health)(?:\/|$)/.test(pathname) || /^\/api\/docs(?:\/|$)/.test(pathname)) return [];
    const operation = this.#operation(method, pathname);
    const found = operation ? this.#documented(operation, method, response) : this.#undocumented(response);
    return found.map(
      (mismatch) => `${method} ${url} returned ${response.status}, but ${mismatch}: ${response.body.slice(0, 300)}`,
    );
  }

  /** The validation errors of a value. @param schema of the document */
  errors(schema: object, value: unknown): string[] {
    if (this.#ajv.validate(schema, value)) return [];
    return (this.#ajv.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** Resolves a reference to its component. */
  resolved<Component extends object>(component: Component | { readonly $ref: string }): Component {
    if (!('$ref' in component)) return component;
    const [kind = '', name = ''] = component.$ref.split('/').slice(2);
    const { [kind]: { [name]: found } = {} } = this.document.components;
    const parsed: Component = JSON.parse(JSON.stringify(found));
    return parsed;
  }

  #operation(method: string, pathname: string): OperationObject | undefined {
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const found = this.#paths.find(({ path, pattern }) => pattern.test(pathname) && this.document.paths[path]?.[verb]);
    return found && this.document.paths[found.path]?.[verb];
  }

  #undocumented({ status, body }: ApiResponse): string[] {
    if (!undocumentedStatuses.has(status)) return ['no operation is documented here'];
    return this.errors(undocumentedError, parsed(body)).map((error) => `it is not a valid error: ${error}`);
  }

  #documented(operation: OperationObject, method: string, response: ApiResponse): string[] {
    const documented = operation.responses[response.status];
    if (!documented) return ['this status is not documented'];
    const { headers = {}, content } = this.resolved(documented);
    return [...this.#headers(headers, response), ...(method === 'HEAD' ? [] : this.#content(content, response))];
  }

  #headers(headers: NonNullable<ResponseObject['headers']>, { status, header }: ApiResponse): string[] {
    const found = Object.entries(headers).flatMap(([name, documented]) => {
      const { required, schema } = this.resolved(documented);
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

  #content(content: ResponseObject['content'], { body, header }: ApiResponse): string[] {
    if (!content) return body === '' ? [] : ['it is documented as empty'];
    const type = String(header('content-type')).split(';', 1)[0] ?? '';
    const media = content[type];
    if (!media) return [`its type is ${type}`];
    if (type !== 'application/json') return [];
    return this.errors(media.schema, parsed(body)).map((error) => `its body is invalid: ${error}`);
  }
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
