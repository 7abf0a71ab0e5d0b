import type { PostDraft } from './post-draft.ts';

const fields = ['title', 'content', 'imageUrl', 'youtubeUrl'] as const;

/** What is wrong with which field. */
export type PostErrors = Partial<Record<(typeof fields)[number], string>>;

/** @param typed whether it is the form with a choice of type, which wants a title only */
export function checkDraft({ title, content }: PostDraft, typed: boolean): PostErrors {
  return {
    ...(title.trim() === '' && { title: 'Title is required' }),
    ...(!typed && content.trim() === '' && { content: 'Content is required' }),
  };
}

/** The errors of the fields that are as they were when they were found: a change is given the benefit of the doubt. */
export function stillWrong(errors: PostErrors, before: PostDraft, now: PostDraft): PostErrors {
  return Object.fromEntries(
    fields.flatMap((field) => (errors[field] && before[field] === now[field] ? [[field, errors[field]]] : [])),
  );
}
