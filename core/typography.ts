const NBSP = '\u00a0';

/** Words that must not end a line: prepositions, conjunctions, «не», pronouns of one or two letters. */
// At the end of a text node, because a link or bold text may follow.
const SHORT_WORD =
  /(?<![\p{L}\d-])(в|на|с|и|до|от|к|о|у|по|за|из|не|ни|но|а|без|для|при|об|со|во|ко|мы|вы|он|её|их|№) (?=\S|$)/giu;

/** Particles must not begin a line. */
const TRAILING_PARTICLE = / (же|ли|бы)(?![\p{L}\d])/giu;

/** Spaces between a number and its unit, and between groups of thousands. */
const NUMBER_WITH_UNIT = /(\d) (?=\d{3}(?!\d)|[%₽\p{L}])/gu;

/** Inserts no-break spaces into Russian text: after short words, before particles, in numbers. */
export function applyTypography(text: string): string {
  return (
    text
      .replace(SHORT_WORD, (_, word: string) => word + NBSP)
      // Replaced twice, because consecutive short words share the space between their matches.
      .replace(SHORT_WORD, (_, word: string) => word + NBSP)
      .replace(TRAILING_PARTICLE, (_, word: string) => NBSP + word)
      .replace(NUMBER_WITH_UNIT, (_, digit: string) => digit + NBSP)
  );
}
