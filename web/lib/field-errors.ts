/** What is wrong with which field of a draft. */
export type FieldErrors<Draft> = { readonly [Field in keyof Draft]?: string };

/** The errors of the fields that are as they were when they were found: a change is given the benefit of the doubt. */
export function stillWrong<Draft extends object>(
  errors: FieldErrors<Draft>,
  before: Draft,
  now: Draft,
): FieldErrors<Draft> {
  const still: { -readonly [Field in keyof Draft]?: string } = { ...errors };
  for (const field in errors) if (before[field] !== now[field]) delete still[field];
  return still;
}
