import { expect, test } from 'vitest';
import { allProjections } from '../../projections/definitions/all.ts';
import { versionedName } from '../../projections/read-models/read-model-store.ts';
import { resultsOf } from './verification-result.ts';

const [definition] = allProjections;
const projection = definition ? versionedName(definition) : '';
const verified = { kind: 'verified', projection, position: 7n, compared: 12, differences: 0 } as const;
const unbuilt = { ...verified, position: undefined, compared: 0 };
const withoutDecisions = { ...verified, projection: 'recipe-search@1' };

test('a result is recorded with its position, and for a read model that cannot be used without one', () => {
  const unusable = { ...unbuilt, differences: 1 };
  expect(resultsOf([verified, unbuilt, withoutDecisions, unusable], 'snapshot')).toEqual({
    type: 'RecordVerification',
    of: 'snapshot',
    results: [
      { projection: definition?.name, version: definition?.version, position: '7', compared: 12, differences: 0 },
      { projection: definition?.name, version: definition?.version, compared: 0, differences: 1 },
    ],
  });
});

test('nothing is recorded of read models that are not built, and of those without decisions', () => {
  expect(resultsOf([unbuilt, withoutDecisions], 'live')).toBeUndefined();
});
