const NBSP = '\u00a0';

/** Words that may not end a line: prepositions, conjunctions, «не», and pronouns of one or two letters. */
// At the end of a text a link or a bold word may follow.
const SHORT_WORD =
  /(?<![\p{L}\d-])(в|на|с|и|до|от|к|о|у|по|за|из|не|ни|но|а|без|для|при|об|со|во|ко|мы|вы|он|её|их|№) (?=\S|$)/giu;

/** Particles stay with the word before them. */
const TRAILING_PARTICLE = / (же|ли|бы)(?![\p{L}\d])/giu;

/** A number and its unit, and the thousands of a number. */
const NUMBER_WITH_UNIT = /(\d) (?=\d{3}(?!\d)|[%₽\p{L}])/gu;

/** Russian text with its no-break spaces: after short words, before particles, inside figures. */
export function applyTypography(text: string): string {
  return (
    text
      .replace(SHORT_WORD, (_, word: string) => word + NBSP)
      // Two short words in a row: the first match has eaten what the second begins with.
      .replace(SHORT_WORD, (_, word: string) => word + NBSP)
      .replace(TRAILING_PARTICLE, (_, word: string) => NBSP + word)
      .replace(NUMBER_WITH_UNIT, (_, digit: string) => digit + NBSP)
  );
}
