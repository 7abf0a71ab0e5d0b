import { expect, test } from 'vitest';
import type { GivenEvent } from '../../tests/support/applied-batches.ts';
import { documentOf, foldedModel } from '../../tests/support/folded-model.ts';
import { type CaseDocument, moderationModel, moderationProjection } from './moderation.ts';

test('keeps the newest 20 of the open reports of a case, and counts all', async () => {
  const caseId = 'post:p1';
  const reports = Array.from({ length: 25 }, (_, n): GivenEvent => {
    const data = { authorId: 'mia', reason: 'spam', text: `Report ${n}` };
    return [`moderation-${caseId}`, 'ContentReported', data, `user-${n}`];
  });
  const model = foldedModel(moderationProjection, reports);
  const found = await documentOf<CaseDocument>(model, moderationModel.cases, caseId);
  expect(found.reports.map(({ by }) => by)).toEqual(Array.from({ length: 20 }, (_, n) => `user-${24 - n}`));
  expect(found.reportCount).toBe(25);
});
