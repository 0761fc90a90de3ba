/**
 * What `Intl` has written, without marks of direction: dates and currencies of languages that are
 * read from right to left have some, and would be shown as hidden signs.
 */
export const withoutMarks = (text: string): string => text.replaceAll(/[\u061c\u200e\u200f]/g, "");
