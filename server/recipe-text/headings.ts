/** The sections of a written recipe. */
export type Section = 'ingredients' | 'steps' | 'other';

/** Headings as recipes have them in English, German, French, Spanish, Italian and Portuguese. */
const headings: readonly (readonly [Section, string])[] = [
  [
    'ingredients',
    'ingredients?(?: list)?|you(?:.ll| will)? need|what you.?ll need|zutaten(?:liste)?|ingrédients|ingredientes|ingredienti',
  ],
  [
    'steps',
    'instructions?|directions?|(?:preparation |cooking )?method|method of preparation|steps|preparation(?: steps)?|how to make(?: it)?|procedure|cooking instructions|zubereitung|anleitung|so geht.?s|préparation|étapes|preparación|elaboración|pasos|preparazione|procedimento|preparo|modo de preparo',
  ],
  [
    'other',
    'notes?|tips?|nutrition(?: facts| information)?|equipment|reviews?|comments?|storage|video|tipps?|notizen|nährwerte',
  ],
];
const patterns = headings.map(
  ([section, names]) =>
    [
      section,
      new RegExp(
        `^[#*_\\s=-]*(?:the )?(?:${names})(?:\\s*\\([^)]{0,40}\\)|\\s+(?:for|für|pour|para|per)\\s.{1,40})?[\\s*_#=:：-]*$`,
        'iu',
      ),
    ] as const,
);

/** The section that begins after a line; undefined if the line is no heading. */
export const sectionAfter = (line: string): Section | undefined =>
  line.length > 80 ? undefined : patterns.find(([, pattern]) => pattern.test(line))?.[0];
