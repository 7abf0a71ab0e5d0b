import { commentedBy } from '../../../../projections/definitions/comments.ts';
import { moderationModel } from '../../../../projections/definitions/moderation.ts';
import { recipesModel } from '../../../../projections/definitions/recipes.ts';
import { playlistsModel } from '../../../../projections/definitions/stored-playlists.ts';
import { postsModel } from '../../../../projections/definitions/stored-posts.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { derivedId } from '../../../commands/ids.ts';
import type { CommandContext } from '../../../commands/task.ts';
import { moderation } from '../../../core/domain/moderation/decider.ts';
import { subjectOf } from '../../../core/domain/moderation/events.ts';
import type { CaseModels } from './find-subject.ts';

interface WorksDeps extends CaseModels {
  readonly commands: CommandHandler;
}

/** The decision about all works of an author that the others follow from. */
interface DecisionAboutWorks {
  readonly type: 'Hide' | 'Restore';
  /** The case of the works. */
  readonly caseId: string;
  readonly authorId: string;
  readonly reason: string;
}

interface WorksDecided {
  /** From which the read models show what was decided, also before this call. */
  readonly position: bigint | undefined;
  /** Whether nothing is left to do. */
  readonly isComplete: boolean;
}

/** What one call decides about: it must answer before its sender gives up. */
const maxWorksPerCall = 100;

/**
 * Carries a decision about all that an author has published over to some of it, one event per thing. Repeated with the same
 * context, it goes on with the rest, and decides about nothing twice.
 * @param deps whose read models include the decision: what they do not list yet is left out
 * @throws what the command handler and the read models throw
 */
export async function decideWorks(
  deps: WorksDeps,
  { type, caseId: partOf, authorId, reason }: DecisionAboutWorks,
  { actor, commandId, correlationId, deadline }: CommandContext,
): Promise<WorksDecided> {
  const { commands } = deps;
  // Another moderator may have decided otherwise since the first call.
  const isHidden = await commands.read(moderation, partOf, ({ affects }) => affects !== undefined, deadline);
  if (isHidden !== (type === 'Hide')) return { position: undefined, isComplete: true };
  const caseIds = await (type === 'Hide' ? visibleWorks : hiddenWorks)(deps, authorId);
  const results = await Promise.all(
    caseIds.flatMap((caseId) => {
      const subject = subjectOf(caseId);
      if (!subject) return [];
      const context = {
        ...{ actor, correlationId, commandId: derivedId(commandId, caseId) },
        ...(deadline !== undefined && { deadline }),
      };
      const command = { type, actor, subject, authorId, reason, partOf };
      return commands.handle(moderation, caseId, command, context, () => undefined);
    }),
  );
  const positions = results.flatMap(({ position }) => position ?? []);
  const position = positions.reduce<bigint | undefined>(
    (last, one) => (last !== undefined && last > one ? last : one),
    undefined,
  );
  return { position, isComplete: caseIds.length < maxWorksPerCall };
}

const newest = { direction: 'descending', limit: maxWorksPerCall } as const;

/** The cases of what others can read. What is hidden leaves these indexes. */
async function visibleWorks(models: CaseModels, uid: string): Promise<string[]> {
  const { posts, recipes, playlists, recipeReactions } = models;
  const indexes = [
    ['post', posts, postsModel.writtenBy(uid)],
    ['recipe', recipes, recipesModel.publishedBy(uid)],
    ['playlist', playlists, playlistsModel.publicOwnedBy(uid)],
    ['postComment', posts, commentedBy(uid)],
    ['recipeComment', recipeReactions, commentedBy(uid)],
  ] as const;
  const found = await Promise.all(
    indexes.map(async ([kind, model, index]) =>
      (await model.range(index, newest)).map(({ member }) => `${kind}:${member}`),
    ),
  );
  return found.flat().slice(0, maxWorksPerCall);
}

/** The cases of what is hidden with all works. */
const hiddenWorks = async ({ moderation: model }: CaseModels, uid: string): Promise<string[]> =>
  (await model.range(moderationModel.hiddenWithWorks(uid), newest)).map(({ member }) => member);
