const NBSP = '\u00a0';

/** Words that must not end a line: prepositions, conjunctions, «не», pronouns of one or two letters. */
const SHORT_WORDS = 'в|на|с|и|до|от|к|о|у|по|за|из|не|ни|но|а|я|без|для|при|под|об|со|во|ко|мы|вы|он|её|их|№';

/**
 * Spaces after a short word, before a particle or a dash, between a number and its unit, which is no short word, and
 * between groups of thousands. A text may end behind a short word, because a link, bold text or a value may follow.
 */
const UNBREAKABLE_SPACE = new RegExp(
  `(?<=(?<![\\p{L}\\d-])(?:${SHORT_WORDS})) (?=\\S|$)| (?=(?:же|ли|бы)(?![\\p{L}\\d])|—)|(?<=\\d) (?=\\d{3}(?!\\d)|[%₽$]|(?!(?:${SHORT_WORDS})\\s)\\p{L})`,
  'giu',
);

/** Inserts no-break spaces into Russian text: after short words, before particles and dashes, in numbers. */
export const applyTypography = (text: string): string => text.replace(UNBREAKABLE_SPACE, NBSP);
