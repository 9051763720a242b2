// What remains to be done when a fight started from the start page is open.

/** The mind for every side the players do not play; "" for none. `tour`: with a guide. */
export const opening = { fight: "", mind: "", tour: false };
