/** After one of these words, also "pepper" is the vegetable. Alone it is the spice, and "peppers" are the vegetable. */
export const vegetablePeppers: ReadonlySet<string> = new Set(
  'bell chile chili chilli green jalapeno orange poblano pointed red romano serrano sweet yellow'.split(' '),
);
