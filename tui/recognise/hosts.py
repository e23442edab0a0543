"""Which part of a host is a company's own name, and which hosts are nobody's."""

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

FREE_MAIL = frozenset(
    """gmail.com googlemail.com outlook.com outlook.com.au outlook.co.nz hotmail.com hotmail.com.au hotmail.co.nz
    hotmail.co.uk live.com live.com.au live.co.nz msn.com windowslive.com yahoo.com yahoo.com.au yahoo.co.nz
    yahoo.co.uk ymail.com rocketmail.com icloud.com me.com mac.com aol.com proton.me protonmail.com pm.me
    fastmail.com fastmail.fm fastmail.com.au gmx.com gmx.de gmx.net zoho.com zohomail.com mail.com hey.com
    tutanota.com tuta.io duck.com inbox.com qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net
    hanmail.net yandex.com yandex.ru mail.ru rediffmail.com web.de t-online.de
    bigpond.com bigpond.com.au bigpond.net.au optusnet.com.au optushome.com.au iinet.net.au on.net tpg.com.au
    tpgi.com.au dodo.com.au westnet.com.au ozemail.com.au adam.com.au aapt.net.au exetel.com.au iprimus.com.au
    primus.com.au amnet.net.au netspace.net.au hotkey.net.au aussiebb.com.au spin.net.au internode.com.au
    bluep.com pacific.net.au ncable.net.au activ8.net.au telstra.net mysoul.com.au
    xtra.co.nz slingshot.co.nz orcon.net.nz orcon.co.nz clear.net.nz paradise.net.nz ihug.co.nz vodafone.net.nz
    vodafone.co.nz actrix.co.nz inspire.net.nz callplus.net.nz woosh.co.nz kinect.co.nz snap.net.nz farmside.co.nz
    wave.co.nz xnet.co.nz maxnet.co.nz ispnz.co.nz primowireless.co.nz
    comcast.net verizon.net att.net sbcglobal.net cox.net btinternet.com sky.com virginmedia.com talktalk.net
    shaw.ca rogers.com singnet.com.sg""".split()  # noqa: SIM905 - a list one can read
)
"""Mail hosts of people, not of firms: free mail and internet providers."""

_EVERYWHERE = frozenset(("gmail", "googlemail", "hotmail", "yahoo", "outlook", "icloud"))
"""Free mail that has a name in every country."""

_CARRIERS = frozenset(
    """github.com gitlab.com bitbucket.org codeberg.org sourceforge.net sr.ht githubusercontent.com gitea.com
    stackoverflow.com stackexchange.com pastebin.com codepen.io jsfiddle.net replit.com
    google.com google.com.au google.co.nz goo.gl forms.gle g.co g.page googleusercontent.com withgoogle.com
    dropbox.com dropboxusercontent.com box.com wetransfer.com we.tl notion.so notion.site coda.io airtable.com
    typeform.com surveymonkey.com jotform.com docusign.com docusign.net pandadoc.com scribd.com slideshare.net
    issuu.com evernote.com 1drv.ms icloud.com sharepoint.com office.com office365.com live.com
    onedrive.com microsoftonline.com overleaf.com amazonaws.com cloudfront.net
    figma.com miro.com canva.com canva.site lucid.app whimsical.com prezi.com pitch.com mural.co
    openstreetmap.org waze.com what3words.com w3w.co
    youtube.com youtu.be youtube-nocookie.com vimeo.com loom.com wistia.com twitch.tv tiktok.com dailymotion.com
    calendly.com cal.com savvycal.com acuityscheduling.com youcanbook.me doodle.com zcal.co koalendar.com
    tidycal.com oncehub.com eventbrite.com eventbrite.com.au eventbrite.co.nz meetup.com
    zoom.us zoom.com webex.com whereby.com gotomeeting.com goto.com jit.si bluejeans.com gather.town ringcentral.com
    facebook.com fb.com fb.me fb.watch instagram.com twitter.com x.com t.co threads.net threads.com pinterest.com
    pinterest.com.au pin.it reddit.com redd.it medium.com tumblr.com snapchat.com whatsapp.com wa.me t.me
    telegram.me telegram.org discord.com discord.gg slack.com mastodon.social bsky.app quora.com messenger.com
    m.me signal.me signal.group spotify.com soundcloud.com
    bit.ly tinyurl.com ow.ly t.ly rebrand.ly buff.ly is.gd cutt.ly shorturl.at tiny.cc rb.gy bl.ink
    linktr.ee dub.sh v.gd amzn.to trib.al hubs.ly hubs.la mailchi.mp eepurl.com list-manage.com
    soo.gd s.id lnk.to spoti.fi short.io shorturl.com mega.nz hellosign.com smartsheet.com quip.com hackmd.io gamma.app
    zendesk.com freshdesk.com service-now.com salesforce.com force.com imgur.com giphy.com flickr.com weibo.com vk.com line.me
    viber.com skype.com bilibili.com mapquest.com setmore.com simplybook.me fresha.com gofundme.com
    trello.com atlassian.net asana.com monday.com linear.app clickup.com basecamp.com
    wikipedia.org wikimedia.org bing.com duckduckgo.com""".split()  # noqa: SIM905 - a list one can read
)
"""Sites whose links carry something else: a document, a map, a film, a meeting, a post, another link."""

_CARRIER_HOSTS = frozenset(
    (
        "teams.microsoft.com",
        "forms.microsoft.com",
        "maps.apple.com",
        "meetings.hubspot.com",
        "hub.docker.com",
        "app.hubspot.com",
        "loop.microsoft.com",
    )
)
"""Hosts that carry links, of firms whose own name is a name like others."""

_NETWORK = "linkedin.com"
_NOWHERE = frozenset(("localhost", "local", "internal", "invalid", "lan", "home", "corp", "arpa", "onion"))
_RESERVED = frozenset(("example", "test"))
"""Reserved top-level names no list of suffixes has: the sample directory lives under ``.example``."""


def is_network(host: str) -> bool:
    """Whether ``host`` is the professional network's."""
    return host == _NETWORK or host.endswith(f".{_NETWORK}") or host == "lnkd.in"


def is_free_mail(domain: str) -> bool:
    """Whether a registrable mail domain is people's, not a firm's."""
    return domain in FREE_MAIL or domain.partition(".")[0] in _EVERYWHERE


def is_carrier(host: str) -> bool:
    """Whether a link to ``host`` only carries something else."""
    labels = host.split(".")
    parents = {".".join(labels[start:]) for start in range(len(labels) - 1)}
    return bool(parents & _CARRIERS or parents & _CARRIER_HOSTS)


@lru_cache(maxsize=4096)
def registrable(host: str) -> str | None:
    """The registrable name of a host, a tenant's part included, or None for no public name.

    ``www.tui.co.nz`` is ``tui.co.nz``; ``shop.myshopify.com`` stays whole, for the shop is the tenant.
    """
    labels = host.split(".")
    last = labels[-1]
    if last in _NOWHERE or last.isdecimal() or not all(labels):
        return None
    if last in _RESERVED:
        return ".".join(labels[-2:]) if len(labels) > 1 else None
    name: str | None = _suffixes().privatesuffix(host)
    return name


@lru_cache(maxsize=1)
def _suffixes() -> "PublicSuffixList":
    """The public suffix list, loaded when a host is first seen: it costs 50 ms."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList(accept_unknown=False)
