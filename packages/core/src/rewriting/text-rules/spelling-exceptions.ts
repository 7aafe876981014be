// The word list knows rare and old spellings too, and pairs of different words. These keep the form they are spoken in.

/** Words that stay when American spelling is asked for: usual there, or another word than the list's pair. */
export const keptInAmerican: ReadonlySet<string> = new Set(
  (
    'aesthete aesthetes aesthetic aesthetically aesthetics archaeological archaeologically archaeologist archaeologists ' +
    'archaeology axe battleaxe bevvies bevvy buses busing minibuses dialogue dialogues disc discs epilogue epilogues gases gauge ' +
    'gauged gauges gauging glamour groyne groynes gryphon gryphons initialisations monologue monologues omelette omelettes ' +
    'philtre philtres prologue prologues sheikh snowploughs tonne tonnes travelogue travelogues videodisc videodiscs'
  ).split(' '),
);

/** Words that stay when British spelling is asked for: written so there as well, or written so in one of two meanings. */
export const keptInBritish: ReadonlySet<string> = new Set(
  (
    'almanac almanacs ax balk balked balking balks banister banisters bevies bevy biased biasing binging bougainvillea ' +
    'bougainvilleas busses bussing checkered chili chimera chimeras clarinetist clarinetists connection connections disk disks ' +
    'draft drafts edema fetid filet fileted fileting filets filter filters gage gaged gages gaging gasses gluing gram grams griffin ' +
    'griffins groin groins gypsies homeopath homeopathic homeopaths homeopathy inflection inflections initialisations install ' +
    'installs kilogram kilograms license licensed licenses licensing medieval meter meters micrometer micrometers milligram ' +
    'milligrams minibusses misspelled phony pizzazz pouf poufs practice practiced practices practicing presidium presidiums ' +
    'primeval program programs siphon siphoned siphoning siphons snowplow tire tires ton tons tranquility videodisk videodisks ' +
    'yogurt yogurts centigram centigrams aerogram aerograms'
  ).split(' '),
);

/** Words that Canada writes as the United States do beyond -ize and -yze, by their American form (Canadian Oxford Dictionary). */
export const canadianAsAmerican =
  /^(?:program(?:s|med|mer|mers|ming)?|tires?|airplanes?|artifacts?|aluminum|jail\w*|(?:snow)?plow\w*|skeptic\w*|co[sz](?:y|i\w+)|curbs?|yogurts?|pajamas?|mustache[sd]?|aging|medieval)$/;
