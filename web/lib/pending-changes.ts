import { type Mutation, type MutationKey, useMutationState } from '@tanstack/react-query';

/**
 * What the changes under a key ask for, oldest first, as long as they are on their way. The cache of mutations does not
 * know of which type that is; the feature does, as all changes under its keys are its own.
 */
export function usePendingRequests<Request>(mutationKey: MutationKey): Request[] {
  const requests = useMutationState<Request | undefined, Mutation<unknown, Error, Request>>({
    filters: { mutationKey, status: 'pending' },
    select: (mutation) => mutation.state.variables,
  });
  return requests.filter((request) => request !== undefined);
}
