import type { FastifySchemaValidationError } from 'fastify';

/** The types of JSON Schema in words for people. */
const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Names come from whoever sends them, so they may be of any length. */
const longestName = 50;

/** `/ingredients/0/name` is ingredients[0].name. */
const placeOf = (instancePath: string): string =>
  instancePath
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');

const fieldIn = ({ instancePath }: FastifySchemaValidationError, name: unknown): string =>
  [placeOf(instancePath), String(name).slice(0, longestName)].filter(Boolean).join('.');

/** What is wrong with an input: in words for people, and the path of the field that is at fault, '' for the whole. */
export function faultIn(errors: readonly FastifySchemaValidationError[]): { words: string; path: string } {
  const alternatives = errors.filter(({ keyword }) => keyword !== 'anyOf');
  // Of several types that a field may have, the one that was sent says most.
  const error = alternatives.find(({ keyword }) => keyword !== 'type') ?? alternatives[0];
  if (!error) return { words: 'it is not as it has to be', path: '' };
  const { keyword, params, instancePath } = error;
  const path = keyword === 'required' ? `${instancePath}/${params.missingProperty}` : instancePath;
  return { words: inWords(error, alternatives), path: path.slice(1) };
}

/** Which field, and what it has to be. */
function inWords(error: FastifySchemaValidationError, alternatives: readonly FastifySchemaValidationError[]): string {
  const { keyword, params, instancePath, message } = error;
  const what = placeOf(instancePath) || 'the body';
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
    // Of the texts that are sent, only ids have a pattern.
    case 'pattern':
      return `${what} is not an id`;
    case 'minItems':
      return `${what} needs at least ${params.limit}`;
    case 'maxItems':
      return `${what} has more than ${params.limit}`;
    case 'minimum':
      return `${what} must be at least ${params.limit}`;
    case 'maximum':
      return `${what} must be at most ${params.limit}`;
    default:
      return `${what} ${message}`;
  }
}
