// Groups of fights, and the result of an import.

export interface CampaignFight {
  id: string;
  title: string;
  book: string;
  round: number;
  over: boolean;
  started: string;
  played: string;
}

export interface PartyUnit {
  unit: string;
  name: string;
  fate: string;
  hp: number;
  max_hp: number;
  conditions: string[];
  spent: string[];
}

export interface Campaign {
  name: string;
  fights: CampaignFight[];
  party: PartyUnit[];
}

export interface Brought {
  fights: string[];
  files: string[];
  left_out: string[];
}
