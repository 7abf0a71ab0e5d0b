import type { FastifySchemaValidationError } from 'fastify';
import { isIdPattern } from '../../core/contracts/shared.ts';

/** The types of JSON Schema as shown to users. */
const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Clients may send names of any length; longer ones are truncated. */
const maxNameLength = 50;

/** `/ingredients/0/name` is ingredients[0].name. */
const fieldAt = (instancePath: string): string =>
  instancePath
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');

const fieldIn = ({ instancePath }: FastifySchemaValidationError, name: unknown): string =>
  [fieldAt(instancePath), String(name).slice(0, maxNameLength)].filter(Boolean).join('.');

const entries = (count: unknown): string => (count === 1 ? '1 entry' : `${count} entries`);

/** Describes an invalid input for users, with the path of the invalid field; '' for the whole input. */
export function describeInvalidInput(errors: readonly FastifySchemaValidationError[]): {
  message: string;
  path: string;
} {
  const alternatives = errors.filter(({ keyword }) => keyword !== 'anyOf');
  // If a field has several types, the error of the type that was sent is the most specific.
  const error = alternatives.find(({ keyword }) => keyword !== 'type') ?? alternatives[0];
  if (!error) return { message: 'it does not match the schema', path: '' };
  const { keyword, params, instancePath } = error;
  const path = keyword === 'required' ? `${instancePath}/${params.missingProperty}` : instancePath;
  return { message: inWords(error, alternatives), path: path.slice(1) };
}

/** Names the field and its constraint. */
function inWords(error: FastifySchemaValidationError, alternatives: readonly FastifySchemaValidationError[]): string {
  const { keyword, params, instancePath, message } = error;
  const what = fieldAt(instancePath) || 'the body';
  switch (keyword) {
    case 'required':
      return `${fieldIn(error, params.missingProperty)} is missing`;
    case 'additionalProperties':
      return `there is no field ${fieldIn(error, params.additionalProperty)}`;
    case 'minProperties':
      return `${what} needs at least one field`;
    case 'type':
      return `${what} must be ${alternatives.map(({ params: { type } }) => types[String(type)] ?? type).join(' or ')}`;
    case 'enum':
      return `${what} must be one of ${[params.allowedValues].flat().join(', ')}`;
    case 'maxLength':
      return `${what} is longer than ${params.limit} characters`;
    case 'pattern':
      return isIdPattern(params.pattern) ? `${what} is not an id` : `${what} has the wrong format`;
    case 'format':
      return `${what} is not a time such as 2026-03-31T18:00:00Z`;
    case 'minItems':
      return `${what} needs at least ${entries(params.limit)}`;
    case 'maxItems':
      return `${what} has more than ${entries(params.limit)}`;
    case 'minimum':
      return `${what} must be at least ${params.limit}`;
    case 'maximum':
      return `${what} must be at most ${params.limit}`;
    default:
      return `${what} ${message}`;
  }
}
