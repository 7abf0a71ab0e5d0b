import packageJson from '../../../package.json' with { type: 'json' };
import { type Components, createComponents, type Json } from './components.ts';
import type { Header } from './headers.ts';
import { introduction } from './introduction.ts';
import { kindHeaders } from './kinds.ts';
import { type Operation, tags, type Upload } from './operation.ts';
import { headerObject, mediaType, responses } from './responses.ts';

/** A registered route with its operation. */
export interface OperationRoute {
  readonly method: string;
  /** With parameters in Fastify's notation, such as `/api/recipes/:id`. */
  readonly url: string;
  readonly operation: Operation;
}

/** The OpenAPI 3.1 document of these routes. */
export function openapiDocument(routes: readonly OperationRoute[]): Json {
  const components = createComponents();
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationObject(route, components) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Potluck API',
      version: packageJson.version,
      description: introduction,
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: [{ url: '/', description: 'The server of this document' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...components.referenced,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An ID token of Firebase Auth' },
      },
    },
  };
}

function operationObject({ method, url, operation }: OperationRoute, components: Components): Json {
  const { tag, summary, description, token, params, querystring, kind, requestHeaders = [] } = operation;
  const headers = [...(kind ? kindHeaders[kind].request : []), ...requestHeaders];
  const parameters = [
    ...parametersIn('path', params, components),
    ...parametersIn('query', querystring, components),
    ...headers.map((header) => headerParameter(header, components)),
  ];
  return {
    operationId: operationId(method, url),
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: security[token],
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(operation, components),
    responses: responses(method, operation, components),
  };
}

const security = {
  required: [{ token: [] }],
  optional: [{}, { token: [] }],
  operator: [{}, { token: [] }],
  moderator: [{}, { token: [] }],
  ignored: [],
};

/** `GET /api/recipes/:id` is getRecipesById. */
function operationId(method: string, url: string): string {
  const words = url
    .replace(/^\/api/, '')
    .replaceAll(/:(\w)/g, (_, first: string) => `by-${first.toUpperCase()}`)
    .split(/[/.-]/)
    .filter(Boolean);
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

function parametersIn(place: 'path' | 'query', contract: Operation['params'], components: Components): Json[] {
  if (!contract) return [];
  return Object.entries(contract.properties).map(([name, property]) => {
    const { description, ...schema } = components.schema(property);
    const required = contract.required?.includes(name) === true;
    return { name, in: place, required, ...(description !== undefined && { description }), schema };
  });
}

const headerParameter = (header: Header, components: Components): Json =>
  components.shared('parameters', header.name, { name: header.name, in: 'header', ...headerObject(header) });

function requestBody(operation: Operation, components: Components): Json {
  const { body, bodyExamples, bodyTypes = [], isBodyOptional, upload } = operation;
  if (upload) return { requestBody: { required: true, content: { 'multipart/form-data': fileForm(upload) } } };
  if (!body) return {};
  const media = mediaType(components.schema(body), bodyExamples);
  const types = ['application/json', ...bodyTypes];
  const content = Object.fromEntries(types.map((type) => [type, media]));
  return { requestBody: { required: isBodyOptional !== true, content } };
}

const fileForm = ({ field, description }: Upload): Json =>
  mediaType(
    {
      type: 'object',
      required: [field],
      properties: { [field]: { type: 'string', contentMediaType: 'application/octet-stream', description } },
      additionalProperties: false,
    },
    { 'A file': { [field]: 'The bytes of the file' } },
  );
