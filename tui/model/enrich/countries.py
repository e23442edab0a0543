"""Names of countries in English, and their ISO 3166 codes of two letters."""

from types import MappingProxyType

# Georgia is left out: it is mostly the state of the United States.
_TABLE = """
AF Afghanistan|AL Albania|DZ Algeria|AS American Samoa|AD Andorra|AO Angola|AR Argentina|AM Armenia|AT Austria
AU Australia|AZ Azerbaijan|BS Bahamas, The Bahamas|BH Bahrain|BD Bangladesh|BB Barbados|BY Belarus|BE Belgium
BZ Belize|BJ Benin|BM Bermuda|BT Bhutan|BO Bolivia|BA Bosnia and Herzegovina|BW Botswana|BR Brazil
BN Brunei, Brunei Darussalam|BG Bulgaria|BF Burkina Faso|BI Burundi|KH Cambodia|CM Cameroon|CA Canada
CV Cape Verde, Cabo Verde|KY Cayman Islands|CF Central African Republic|TD Chad|CL Chile
CN China, People's Republic of China|CO Colombia|KM Comoros|CG Congo, Republic of the Congo
CD Democratic Republic of the Congo|CK Cook Islands|CR Costa Rica|CI Ivory Coast, Côte d'Ivoire|HR Croatia
CU Cuba|CY Cyprus|CZ Czech Republic, Czechia|DK Denmark|DJ Djibouti|DM Dominica|DO Dominican Republic
EC Ecuador|EG Egypt|SV El Salvador|GQ Equatorial Guinea|ER Eritrea|EE Estonia|SZ Eswatini, Swaziland
ET Ethiopia|FO Faroe Islands|FJ Fiji|FI Finland|FR France|PF French Polynesia|GA Gabon|GM Gambia, The Gambia
DE Germany|GH Ghana|GI Gibraltar|GR Greece|GL Greenland|GD Grenada|GU Guam|GT Guatemala|GG Guernsey|GN Guinea
GW Guinea-Bissau|GY Guyana|HT Haiti|HN Honduras|HK Hong Kong, Hong Kong SAR|HU Hungary|IS Iceland|IN India
ID Indonesia|IR Iran|IQ Iraq|IE Ireland, Republic of Ireland|IM Isle of Man|IL Israel|IT Italy|JM Jamaica
JP Japan|JE Jersey|JO Jordan|KZ Kazakhstan|KE Kenya|KI Kiribati|KP North Korea
KR South Korea, Korea, Republic of Korea|XK Kosovo|KW Kuwait|KG Kyrgyzstan|LA Laos|LV Latvia|LB Lebanon
LS Lesotho|LR Liberia|LY Libya|LI Liechtenstein|LT Lithuania|LU Luxembourg|MO Macau, Macao|MG Madagascar
MW Malawi|MY Malaysia|MV Maldives|ML Mali|MT Malta|MH Marshall Islands|MR Mauritania|MU Mauritius|MX Mexico
FM Micronesia|MD Moldova|MC Monaco|MN Mongolia|ME Montenegro|MA Morocco|MZ Mozambique|MM Myanmar, Burma
NA Namibia|NR Nauru|NP Nepal|NL Netherlands, The Netherlands, Holland|NC New Caledonia
NZ New Zealand, Aotearoa|NI Nicaragua|NE Niger|NG Nigeria|NU Niue|NF Norfolk Island
MK North Macedonia, Macedonia|NO Norway|OM Oman|PK Pakistan|PW Palau|PS Palestine, State of Palestine
PA Panama|PG Papua New Guinea|PY Paraguay|PE Peru|PH Philippines, The Philippines|PL Poland|PT Portugal
PR Puerto Rico|QA Qatar|RO Romania|RU Russia, Russian Federation|RW Rwanda|WS Samoa|SM San Marino
SA Saudi Arabia|SN Senegal|RS Serbia|SC Seychelles|SL Sierra Leone|SG Singapore|SK Slovakia|SI Slovenia
SB Solomon Islands|SO Somalia|ZA South Africa|SS South Sudan|ES Spain|LK Sri Lanka|SD Sudan|SR Suriname
SE Sweden|CH Switzerland|SY Syria|TW Taiwan|TJ Tajikistan|TZ Tanzania|TH Thailand|TL Timor-Leste, East Timor
TG Togo|TO Tonga|TT Trinidad and Tobago|TN Tunisia|TR Turkey, Türkiye|TM Turkmenistan|TV Tuvalu|UG Uganda
UA Ukraine|AE United Arab Emirates, UAE
GB United Kingdom, UK, Great Britain, Britain, England, Scotland, Wales, Northern Ireland
US United States, USA, United States of America, US of A, U.S.A., America|UY Uruguay|UZ Uzbekistan|VU Vanuatu
VE Venezuela|VN Vietnam, Viet Nam|YE Yemen|ZM Zambia|ZW Zimbabwe
"""

COUNTRY_CODES = MappingProxyType(
    {
        name.strip(): row[:2]
        for row in _TABLE.replace("\n", "|").split("|")
        if row.strip()
        for name in row[2:].split(",")
    }
)
"""The code of each country by its names."""
