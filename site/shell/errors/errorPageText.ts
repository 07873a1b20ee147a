/** Heading of the 404 page. */
export const NOT_FOUND_HEADING = 'Страница удалена или изменена';

/** Text of the duck on every error page. The speech bubble fits 28 characters. */
export const DUCK_SPEECH = 'Кажется, тут ничего нет...';
