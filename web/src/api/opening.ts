// What the start page still wants done once the fight it has started is open.

/** The mind that takes on every side the players do not play; "" for none. `tour`: with a guide. */
export const opening = { fight: "", mind: "", tour: false };
